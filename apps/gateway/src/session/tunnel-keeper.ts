import type { FullState, StateChange } from '@gatewarden/contract/gateway/v1';
import type { Logger } from 'pino';
import { diffTunnel, isEmpty } from '../peers/diff-tunnel.ts';
import { createTurns } from '../platform/in-turn.ts';
import { type PeerTraffic, TunnelError, type TunnelState, type Wireguard } from '../ports/wireguard.ts';
import { applyChange, applyFull, type HeldState, type Step } from './held-state.ts';
import type { StateJournal } from './state-journal.ts';

/** What became of a message from core. After `rejected` the state held before is in force. */
export type Outcome =
  | { readonly kind: 'applied'; readonly version: bigint }
  | { readonly kind: 'rejected'; readonly version: bigint; readonly reason: string }
  | { readonly kind: 'out-of-step'; readonly version: bigint };

/** The state that is in force, at the interface and on disk. Calls may overlap; they take turns. */
export interface TunnelKeeper {
  /** Version in force; 0n when none is. */
  version(): bigint;
  /** Puts the last good state in force, if there is one. Peers that are as they should be are not disturbed. */
  restore(): Promise<void>;
  takeFull(message: FullState): Promise<Outcome>;
  takeChange(message: StateChange): Promise<Outcome>;
  /**
   * Tries again what the machine could not do before, such as to listen at a port that another program had.
   * True when it is in force now, which core has not been told.
   */
  retryRejected(): Promise<boolean>;
  /** Empty while no state is in force. An interface that has disappeared is made anew first. */
  readTraffic(): Promise<readonly PeerTraffic[]>;
  /** Resolves when what was asked for until now is done. */
  settled(): Promise<void>;
}

interface Dependencies {
  readonly wireguard: Wireguard;
  readonly journal: StateJournal;
  readonly log: Logger;
}

export function createTunnelKeeper({ wireguard, journal, log }: Dependencies): TunnelKeeper {
  const inTurn = createTurns();
  let held: HeldState | undefined;
  /** The latest state, if the machine could not apply it. */
  let wanted: HeldState | undefined;

  /** Compares with what is really there, so it also mends what others did to the interface. */
  const bringTo = async (tunnel: TunnelState): Promise<void> => {
    const reading = (await wireguard.read()) ?? (await openAnew());
    const difference = diffTunnel(reading, tunnel);
    if (!isEmpty(difference)) await wireguard.change(difference);
  };

  const openAnew = async () => {
    await wireguard.open();
    return { settings: {}, peers: new Map() };
  };

  const rollBack = async (): Promise<void> => {
    try {
      if (held) await bringTo(held.tunnel);
      else await wireguard.remove();
    } catch (error) {
      log.error({ err: error }, 'the former state could not be put back; core will be asked for the whole state');
      held = undefined;
    }
  };

  const apply = async (next: HeldState, perform: () => Promise<void>): Promise<Outcome> => {
    try {
      await perform();
    } catch (error) {
      if (!(error instanceof TunnelError)) log.error({ err: error }, 'applying a state failed unexpectedly');
      const reason =
        error instanceof TunnelError ? error.message : 'The agent failed unexpectedly; its log tells more.';
      return { kind: 'rejected', version: next.version, reason };
    }
    held = next;
    return { kind: 'applied', version: next.version };
  };

  /** A state that is in force but not on disk is no reason to undo it: core sends it again after a restart. */
  const save = async (change?: StateChange): Promise<void> => {
    if (!held) return;
    await journal.save(held, change).catch((error) => log.error({ err: error }, 'the state could not be saved'));
  };

  const take = async (step: Step, change?: StateChange): Promise<Outcome> => {
    if (step.kind === 'reject') return { ...step, kind: 'rejected' };
    if (step.kind === 'out-of-step') return step;
    const { next, difference } = step;
    const compare = () => bringTo(next.tunnel);
    // Somebody may have changed the interface, so a difference that does not fit gets a second chance by comparing.
    const outcome = await apply(next, change ? () => wireguard.change(difference).catch(compare) : compare);
    wanted = outcome.kind === 'applied' ? undefined : next;
    if (outcome.kind === 'applied') await save(change);
    else await rollBack();
    return outcome;
  };

  return {
    version: () => held?.version ?? 0n,
    restore: () =>
      inTurn(async () => {
        const saved = await journal.load();
        if (!saved) return;
        // When it fails the interface is left as it is: it may carry traffic, and core sends the whole state anyway.
        const outcome = await apply(saved, () => bringTo(saved.tunnel));
        if (outcome.kind === 'applied') log.info({ version: `${saved.version}` }, 'the last good state is in force');
        else
          log.error({ outcome: { ...outcome, version: `${outcome.version}` } }, 'the last good state was not applied');
      }),
    takeFull: (message) => inTurn(() => take(applyFull(held, message))),
    takeChange: (message) => inTurn(() => take(applyChange(held, message), message)),
    retryRejected: () =>
      inTurn(async () => {
        if (!wanted) return false;
        const { tunnel } = wanted;
        const outcome = await apply(wanted, () => bringTo(tunnel));
        if (outcome.kind !== 'applied') {
          await rollBack();
          return false;
        }
        wanted = undefined;
        await save();
        return true;
      }),
    readTraffic: () =>
      inTurn(async () => {
        const state = held;
        if (!state) return [];
        return wireguard.readTraffic().catch(async () => {
          log.warn('the interface could not be read; making sure that it is there');
          await bringTo(state.tunnel);
          return wireguard.readTraffic();
        });
      }),
    settled: () => inTurn(async () => undefined),
  };
}
