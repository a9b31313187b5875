import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import { silent } from '../../../test/given/data-folder.ts';
import { currentWorkOwner, runAsOwner } from '../limits/work-owner.ts';
import { createWriteHealth } from './write-health.ts';

it('probes as system and not on behalf of the user whose write was refused', async () => {
  const owners: (string | undefined)[] = [];
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const probe = async () => {
    owners.push(currentWorkOwner());
    if (owners.length < 3) throw new DomainError('database_full');
  };
  const health = createWriteHealth({ probe, log: silent, probeMilliseconds: 1 });
  health.onChange(() => {
    if (!health.refusal()) resolve();
  });
  runAsOwner('user 1', () => health.recordError(new DomainError('database_full')));
  await isOver;
  expect(owners).toEqual([undefined, undefined, undefined]);
});
