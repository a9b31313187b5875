import { DomainError } from '@gatewarden/contract/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectAddressesKept, expectedPlaces, expectSoundAddresses } from '../../../test/assignments/expectations.ts';
import { readFacts } from '../../../test/assignments/facts.ts';
import { start, steps, take } from '../../../test/assignments/steps.ts';
import { startVpn } from '../../../test/assignments/vpn.ts';
import { watchAssignments } from '../../../test/assignments/watch-assignments.ts';

const refusals = ['network_too_small', 'address_pool_exhausted', 'no_location', 'group_restricts_locations'];

it('puts devices exactly where the rules say, through any changes', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const watch = watchAssignments();
      await using vpn = await startVpn({ onAssignments: watch.listener });
      let before = await readFacts(vpn);
      for (const [nth, step] of [...start, ...taken].entries()) {
        const refusal = await take(step, vpn, nth).then(() => undefined, refusalOf);
        const after = await readFacts(vpn);
        if (refusal) {
          watch.forget();
          expect(refusals).toContain(refusal);
          expect(after).toEqual(before);
        } else {
          watch.keep();
        }
        expect([...after.places.keys()].sort()).toEqual(expectedPlaces(after));
        expectSoundAddresses(after);
        expectAddressesKept(before, after);
        watch.expectAllTold(after);
        before = after;
      }
    }),
    { numRuns: 20 },
  );
});

function refusalOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  throw error;
}
