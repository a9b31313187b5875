import type { Random } from './random.ts';

export interface DevicePlan {
  /** Index of a person. */
  readonly owner: number;
  readonly name: string;
  readonly publicKey: string;
  readonly createdAt: Date;
}

const kinds = [
  ...[
    'MacBook Pro',
    'iPhone',
    'ThinkPad X1',
    'Galaxy S24',
    'Work laptop',
    'Dell XPS 13',
    'Pixel 9',
    'iPad',
    'MacBook Air',
  ],
  ...[
    '업무용 노트북',
    'Laptop służbowy',
    'Home desktop',
    '갤럭시 탭',
    'Surface Pro',
    'Framework 13',
    'Telefon',
    'Build server',
  ],
];

interface Owner {
  readonly createdAt: Date;
}

/** One device for each owner, then more for random ones. Names are unique per owner. */
export function makeDevices(count: number, owners: readonly Owner[], random: Random, until: Date): DevicePlan[] {
  const named = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const owner = index < owners.length ? index : random.below(owners.length);
    const since = owners[owner]?.createdAt.getTime() ?? until.getTime();
    return {
      owner,
      name: uniqueName(owner, random.pickEarly(kinds), named),
      publicKey: newPublicKey(random),
      createdAt: new Date(since + Math.floor(random.next() * (until.getTime() - since))),
    };
  });
}

/** Without a known private key: any 32 bytes are a point of the curve (RFC 7748 §5). */
export function newPublicKey(random: Random): string {
  return random.bytes(32).toString('base64');
}

function uniqueName(owner: number, name: string, named: Map<string, number>): string {
  const key = `${owner}/${name}`;
  const times = (named.get(key) ?? 0) + 1;
  named.set(key, times);
  return times === 1 ? name : `${name} ${times}`;
}
