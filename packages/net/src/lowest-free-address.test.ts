import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressNear, anySubnet } from '../test/arbitraries.ts';
import { type Address, formatAddress, parseAddress } from './address.ts';
import { freeAddresses } from './free-addresses.ts';
import { lowestFreeAddress } from './lowest-free-address.ts';
import { isHostAddress, parseSubnet, type Subnet } from './subnet.ts';

const subnetAndTaken = anySubnet.chain((subnet) =>
  fc.tuple(fc.constant(subnet), fc.array(addressNear(subnet), { maxLength: 60 })),
);

function given(network: string, taken: readonly string[]): [Subnet, Address[]] {
  const subnet = parseSubnet(network);
  if (!subnet) throw new Error(`${network} is no network`);
  return [subnet, taken.flatMap((text) => parseAddress(text) ?? [])];
}

function lowestFree(network: string, taken: readonly string[]): string | undefined {
  const free = lowestFreeAddress(...given(network, taken));
  return free && formatAddress(free);
}

describe('the lowest free address', () => {
  it('is a host of the subnet that nobody holds, and every host below it is held', () => {
    fc.assert(
      fc.property(subnetAndTaken, ([subnet, taken]) => {
        const held = new Set(taken.map(formatAddress));
        const free = lowestFreeAddress(subnet, taken);
        const end = free ? free.value : subnet.lastHost + 1n;
        for (let value = subnet.firstHost; value < end; value += 1n) {
          expect(held).toContain(formatAddress({ family: subnet.family, value }));
        }
        if (!free) return;
        expect(held).not.toContain(formatAddress(free));
        expect(isHostAddress(subnet, free)).toBe(true);
      }),
    );
  });

  it.each([
    ['10.1.0.0/24', ['10.1.0.1'], '10.1.0.2'],
    ['10.1.0.0/24', ['10.1.0.1', '10.1.0.2', '10.1.0.4'], '10.1.0.3'],
    ['10.1.0.0/24', ['10.1.0.9'], '10.1.0.1'],
    ['10.1.0.0/30', ['10.1.0.1'], '10.1.0.2'],
    ['10.1.0.0/30', ['10.1.0.1', '10.1.0.2'], undefined],
    ['10.1.0.0/31', ['10.1.0.0'], '10.1.0.1'],
    ['10.1.0.0/31', ['10.1.0.1'], '10.1.0.0'],
    ['10.1.0.1/32', ['10.1.0.1'], undefined],
    ['fd00::/127', ['fd00::'], 'fd00::1'],
    ['fd00::/64', ['fd00::1'], 'fd00::2'],
    ['fd00::/64', ['fd00:0:0:1::1'], 'fd00::1'],
    ['::/64', ['0.0.0.1'], '::1'],
  ])('in %s with %j held is %s', (network, taken, free) => {
    expect(lowestFree(network, taken)).toBe(free);
  });

  it('looks at no more addresses of a huge subnet than are held', () => {
    const [subnet] = given('::/0', []);
    let compared = 0;
    const counting: Subnet = {
      ...subnet,
      get lastHost() {
        compared += 1;
        return subnet.lastHost;
      },
    };
    const taken = Array.from({ length: 1000 }, (_, index): Address => ({ family: 6, value: BigInt(index) + 1n }));
    expect(lowestFreeAddress(counting, taken)).toEqual({ family: 6, value: 1001n });
    expect(compared).toBe(1001);
  });
});

describe('the free addresses of a subnet', () => {
  it('are what handing out the lowest one again and again gives', () => {
    const [subnet, taken] = given('10.1.0.0/27', ['10.1.0.1', '10.1.0.5', '10.1.0.30', '10.2.0.1']);
    const oneByOne = [];
    for (let free = lowestFreeAddress(subnet, taken); free; free = lowestFreeAddress(subnet, taken)) {
      oneByOne.push(free);
      taken.push(free);
    }
    expect(oneByOne).toHaveLength(27);
    expect([...freeAddresses(subnet, taken.slice(0, 4))]).toEqual(oneByOne);
  });

  it('read the held ones once however many addresses are handed out', () => {
    const [subnet, taken] = given('fd00::/64', ['fd00::1', 'fd00::3']);
    let read = 0;
    function* counting() {
      for (const address of taken) {
        read += 1;
        yield address;
      }
    }
    const free = freeAddresses(subnet, counting()).take(5000).toArray();
    expect(free.slice(0, 2).map(formatAddress)).toEqual(['fd00::2', 'fd00::4']);
    expect(read).toBe(2);
  });
});
