import type { FullState, StateChange } from '@gatewarden/contract/gateway/v1';
import type { Logger } from 'pino';
import { contentDigest } from '../peers/content-digest.ts';
import { createSerialQueue } from '../platform/serial-queue.ts';

import { type PeerTraffic, type TunnelDifference, TunnelError, type Wireguard } from '../ports/wireguard.ts';
import { type ApplyResult, applyTunnel } from './apply-tunnel.ts';
import { type LocationState, planFullState, planStateChange, type StatePlan } from './location-state.ts';
import type { StateJournal } from './state-journal.ts';

/**
 * What became of a state from core.
 * - `applied`: it is in force but for `problems`. `correction` is how the interface differed before.
 * - `rejected`: the state held before counts on, and the interface may have some of each.
 */
export type Outcome =
  | {
      readonly kind: 'applied';
      readonly version: bigint;
      readonly id: string;
      readonly problems: readonly string[];
      readonly correction?: TunnelDifference;
    }
  | { readonly kind: 'rejected'; readonly version: bigint; readonly reason: string }
  | { readonly kind: 'out-of-step'; readonly version: bigint };

/** What Hello says of the state held; version 0n and empty texts when none is. */
export type StateReference = Pick<LocationState, 'version' | 'id' | 'historyMark'>;

/** The state that is in force, at the interface and on disk. Calls may overlap; they take turns. */
export interface TunnelController {
  currentState(): StateReference;
  /** Puts the last state in force, if there is one. Peers that are as they should be are not disturbed. */
  restore(): Promise<void>;
  receiveFull(message: FullState): Promise<Outcome>;
  receiveChange(message: StateChange): Promise<Outcome>;
  /**
   * Tries again what the machine could not do before, such as to listen at a port that another program had.
   * Undefined when that changed nothing that core has to know.
   */
  retry(): Promise<Outcome | undefined>;
  /** What the interface itself says; the digest is undefined when it cannot be read. */
  readContent(): Promise<Pick<LocationState, 'version' | 'id'> & { readonly digest: Buffer<ArrayBuffer> | undefined }>;
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

/** The state that could not be applied completely, and what is known of it. */
interface IncompleteState extends KnownProblems {
  readonly state: LocationState;
  readonly reported: readonly string[];
  /** The interface is not as the state has it. */
  readonly isPartial: boolean;
}

/** Known before it is applied: what of the state is unusable, and why it is not on disk. */
interface KnownProblems {
  readonly unusable: readonly string[];
  readonly unsaved: readonly string[];
}

const empty: StateReference = { version: 0n, id: '', historyMark: '' };
export function createTunnelController({ wireguard, journal, log }: Dependencies): TunnelController {
  const runSerially = createSerialQueue();
  let current: LocationState | undefined;
  let incomplete: IncompleteState | undefined;
  let historyMark = '';

  /** Sets what is held. Nothing is rolled back: what core removed stays removed. */
  async function apply(next: LocationState, known: KnownProblems, perform: () => Promise<ApplyResult>) {
    try {
      const { problems, difference } = await perform();
      const all = [...known.unusable, ...known.unsaved, ...problems];
      current = next;
      const isPartial = problems.length > 0;
      incomplete = all.length > 0 ? { ...known, state: next, reported: all, isPartial } : undefined;
      return { kind: 'applied', ...referenceOf(next), problems: all, correction: difference } as const;
    } catch (error) {
      incomplete = { ...known, state: next, reported: [], isPartial: true };
      if (!(error instanceof TunnelError)) log.error({ err: error }, 'applying a state failed unexpectedly');
      const reason =
        error instanceof TunnelError ? error.message : 'The agent failed unexpectedly; its log tells more.';
      return { kind: 'rejected', version: next.version, reason } as const;
    }
  }

  /**
   * Before the state is applied: an agent that dies meanwhile must not start with the peers that were removed. Where it
   * cannot be written the former one is forgotten for the same reason. Returns what an administrator should know.
   */
  async function save(next: LocationState, change: StateChange | undefined): Promise<string[]> {
    try {
      await journal.save(next, change);
      return [];
    } catch (error) {
      log.error({ err: error }, 'the state could not be saved');
      await journal
        .remove()
        .catch((cause) => log.error({ err: cause }, 'the previous state could not be removed either'));
      return ['The state folder cannot be written, so this gateway starts without a state while core is away.'];
    }
  }

  async function perform(step: StatePlan, change?: StateChange): Promise<Outcome> {
    if (step.kind === 'reject') return { ...step, kind: 'rejected' };
    if (step.kind === 'out-of-step') return step;
    const { next, difference } = step;
    const isExact = change !== undefined && incomplete?.isPartial !== true;
    const known = { unusable: step.problems, unsaved: await save(next, isExact ? change : undefined) };
    historyMark = next.historyMark;
    const compare = () => applyTunnel(wireguard, next.tunnel);
    // Somebody may have changed the interface, so a difference that does not fit gets a second chance by comparing.
    const perform = () => wireguard.change(difference).then(() => ({ problems: [], difference }), compare);
    const outcome = await apply(next, known, isExact ? perform : compare);
    if (outcome.kind === 'rejected' && !current)
      await wireguard.remove().catch((error) => log.error({ err: error }, 'the interface could not be removed'));
    return outcome;
  }

  return {
    currentState: () => ({ ...referenceOf(current ?? empty), historyMark }),
    restore: () =>
      runSerially(async () => {
        const saved = await journal.load();
        if (!saved) return;
        historyMark = saved.historyMark;
        // When it fails the interface is left as it is: it may carry traffic, and core sends the whole state anyway.
        const { kind, version, ...rest } = await apply(saved, { unusable: [], unsaved: [] }, () =>
          applyTunnel(wireguard, saved.tunnel),
        );
        if (kind === 'applied') log.info({ version: `${version}` }, 'the last good state is in force');
        else log.error({ version: `${version}`, ...rest }, 'the last good state was not applied');
      }),
    receiveFull: (message) => runSerially(() => perform(planFullState(current, message))),
    receiveChange: (message) => runSerially(() => perform(planStateChange(current, message), message)),
    retry: () =>
      runSerially(async () => {
        if (!incomplete) return undefined;
        const before = incomplete;
        const { state, unusable, reported } = before;
        const wasCurrent = state === current;
        const unsaved = before.unsaved.length > 0 ? await save(state, undefined) : [];
        const outcome = await apply(state, { unusable, unsaved }, () => applyTunnel(wireguard, state.tunnel));
        if (outcome.kind === 'rejected') {
          incomplete = before;
          return undefined;
        }
        const isUnchanged = wasCurrent && outcome.problems.join() === reported.join();
        // Only here core learns of unknown peers that a retry removed. It does not log those that a change removed while the
        // state was partial.
        return isUnchanged && outcome.correction.removedKeys.length === 0 ? undefined : outcome;
      }),
    readContent: () =>
      runSerially(async () => {
        const reading = await wireguard
          .read()
          .catch((error) => void log.warn({ err: error }, 'the interface could not be read'));
        return { ...referenceOf(current ?? empty), digest: reading && contentDigest(reading) };
      }),
    readTraffic: () =>
      runSerially(async () => {
        const state = current;
        if (!state) return [];
        return wireguard.readTraffic().catch(async () => {
          log.warn('the interface could not be read; making sure that it is there');
          await applyTunnel(wireguard, state.tunnel);
          return wireguard.readTraffic();
        });
      }),
    settled: () => runSerially(async () => undefined),
  };
}

function referenceOf({ version, id }: Pick<LocationState, 'version' | 'id'>) {
  return { version, id };
}
