import type { FullState, StateChange } from '@gatewarden/contract/gateway/v1';
import type { Logger } from 'pino';
import { createSerialQueue } from '../platform/serial-queue.ts';
import type { Firewall, RuleHits } from '../ports/firewall.ts';
import type { Family } from '../ports/forwarding.ts';
import type { Nat } from '../ports/nat.ts';
import { type PeerTraffic, type TunnelDifference, TunnelError, type Wireguard } from '../ports/wireguard.ts';
import { type ApplyResult, applyTunnel } from './apply-tunnel.ts';
import { createEnforcer } from './enforcer.ts';
import { type LocationState, planFullState, planStateChange, type StatePlan } from './location-state.ts';
import { readDigest, readTraffic } from './read-tunnel.ts';
import { saveState } from './save-state.ts';
import type { StateJournal } from './state-journal.ts';

/**
 * The result of a state from core.
 * - `applied`: applied except for `problems`. `correction` is how the interface differed before.
 * - `rejected`: the former state remains current, and the interface may contain parts of both.
 */
export type Outcome =
  | {
      readonly kind: 'applied';
      readonly version: bigint;
      readonly id: string;
      readonly problems: readonly string[];
      readonly correction?: TunnelDifference;
      /** Another program had changed the firewall. */
      readonly isFirewallRestored?: boolean;
    }
  | { readonly kind: 'rejected'; readonly version: bigint; readonly reason: string }
  | { readonly kind: 'out-of-step'; readonly version: bigint };

/** Identifies the current state in Hello; version 0n and empty texts if there is none. */
export type StateReference = Pick<LocationState, 'version' | 'id' | 'historyMark'>;

/** Applies states to the interface and stores them. Calls may overlap; they run one after another. */
export interface TunnelController {
  currentState(): StateReference;
  /** Address families of the tunnel; none while there is no state. */
  families(): readonly Family[];
  /** Applies the last stored state, if there is one. Correct peers are not touched. */
  restore(): Promise<void>;
  receiveFull(message: FullState): Promise<Outcome>;
  receiveChange(message: StateChange): Promise<Outcome>;
  /**
   * Retries what failed before, such as listening at a port that another program used. Undefined if nothing changed
   * that core has to know.
   */
  retry(): Promise<Outcome | undefined>;
  /** Enforces access control and translates addresses again if another program changed the firewall. */
  restoreFirewall(): Promise<void>;
  /** The result of the last restoration that was not returned before; undefined if there was none. */
  takeRestoration(): Outcome | undefined;
  /** Reads the content of the interface; the digest is undefined if it cannot be read. */
  readContent(): Promise<Pick<LocationState, 'version' | 'id'> & { readonly digest: Buffer<ArrayBuffer> | undefined }>;
  /** Empty while there is no state. A missing interface is created again first. */
  readTraffic(): Promise<readonly PeerTraffic[]>;
  /** What access rules decided since the previous call. Does not wait for earlier calls. */
  takeHits(): Promise<readonly RuleHits[]>;
  /** Resolves when all earlier calls are done. */
  settled(): Promise<void>;
}

interface Dependencies {
  readonly wireguard: Wireguard;
  readonly firewall: Firewall;
  readonly nat: Nat;
  readonly journal: StateJournal;
  readonly log: Logger;
}

/** A state that could not be applied or saved completely. */
interface IncompleteState extends KnownProblems {
  readonly state: LocationState;
  readonly reported: readonly string[];
  /** The interface differs from the state. */
  readonly isPartial: boolean;
}

/** Problems that are known before the state is applied: its invalid parts, and why it was not saved. */
interface KnownProblems {
  readonly unusable: readonly string[];
  readonly unsaved: readonly string[];
}

const empty: StateReference = { version: 0n, id: '', historyMark: '' };

export function createTunnelController(dependencies: Dependencies): TunnelController {
  const { wireguard, journal, log } = dependencies;
  const enforcer = createEnforcer(dependencies);
  const runSerially = createSerialQueue();
  let current: LocationState | undefined;
  let incomplete: IncompleteState | undefined;
  let historyMark = '';
  let restoration: Outcome | undefined;

  /** Sets the current state. Nothing is rolled back: peers that core removed stay removed. */
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
      const reason = error instanceof TunnelError ? error.message : 'The agent failed unexpectedly; see its log.';
      return { kind: 'rejected', version: next.version, reason } as const;
    }
  }

  async function applyPlan(plan: StatePlan, change?: StateChange): Promise<Outcome> {
    if (plan.kind === 'reject') return { ...plan, kind: 'rejected' };
    if (plan.kind === 'out-of-step') return plan;
    const { next, difference } = plan;
    const isExact = change !== undefined && incomplete?.isPartial !== true;
    const known = {
      unusable: plan.problems,
      unsaved: await saveState(dependencies, next, isExact ? change : undefined),
    };
    historyMark = next.historyMark;
    const compare = () => applyTunnel(wireguard, next.tunnel);
    // Another program may have changed the interface, so a failed difference is retried with a comparison.
    const perform = () => wireguard.change(difference).then(() => ({ problems: [], difference }), compare);
    const outcome = await apply(next, known, () => enforcer.apply(next, isExact ? perform : compare));
    if (outcome.kind === 'rejected' && !current)
      await wireguard.remove().catch((error) => log.error({ err: error }, 'the interface could not be removed'));
    return outcome;
  }

  return {
    currentState: () => ({ ...referenceOf(current ?? empty), historyMark }),
    families: () => familiesOf(current?.tunnel.settings.addresses ?? []),
    restore: () =>
      runSerially(async () => {
        const saved = await journal.load();
        if (!saved) return;
        historyMark = saved.historyMark;
        // After a failure the interface remains as it is: it may carry traffic, and core sends the full state anyway.
        const { kind, version, ...rest } = await apply(saved, { unusable: [], unsaved: [] }, () =>
          enforcer.apply(saved, () => applyTunnel(wireguard, saved.tunnel)),
        );
        if (kind === 'applied') log.info({ version: `${version}` }, 'the last good state was applied');
        else log.error({ version: `${version}`, ...rest }, 'the last good state was not applied');
      }),
    receiveFull: (message) => runSerially(() => applyPlan(planFullState(current, message))),
    receiveChange: (message) => runSerially(() => applyPlan(planStateChange(current, message), message)),
    retry: () =>
      runSerially(async () => {
        if (!incomplete) return undefined;
        const before = incomplete;
        const { state, unusable, reported } = before;
        const wasCurrent = state === current;
        const unsaved = before.unsaved.length > 0 ? await saveState(dependencies, state, undefined) : [];
        const outcome = await apply(state, { unusable, unsaved }, () =>
          enforcer.apply(state, () => applyTunnel(wireguard, state.tunnel)),
        );
        if (outcome.kind === 'rejected') {
          incomplete = before;
          return undefined;
        }
        const isUnchanged = wasCurrent && outcome.problems.join() === reported.join();
        // This reports unknown peers that a retry removed. Core does not log those that a change removed while the
        // state was partial.
        return isUnchanged && outcome.correction.removedKeys.length === 0 ? undefined : outcome;
      }),
    async restoreFirewall() {
      // a look at many rules takes long, and changes must not wait for it
      if (await enforcer.isIntact()) return;
      await runSerially(async () => {
        if (!current || (await enforcer.isIntact())) return;
        enforcer.invalidate();
        const state = current;
        log.warn('another program changed the firewall; it is set again');
        const known = { unusable: incomplete?.unusable ?? [], unsaved: incomplete?.unsaved ?? [] };
        const outcome = await apply(state, known, () =>
          enforcer.apply(state, () => applyTunnel(wireguard, state.tunnel)),
        );
        restoration = outcome.kind === 'applied' ? { ...outcome, isFirewallRestored: true } : outcome;
      });
    },
    takeRestoration() {
      const taken = restoration;
      restoration = undefined;
      return taken;
    },
    readContent: () =>
      runSerially(async () => ({ ...referenceOf(current ?? empty), digest: await readDigest(dependencies) })),
    readTraffic: () => runSerially(async () => (current ? readTraffic(dependencies, current) : [])),
    takeHits: enforcer.takeHits,
    settled: () => runSerially(async () => undefined),
  };
}

function referenceOf({ version, id }: Pick<LocationState, 'version' | 'id'>) {
  return { version, id };
}

function familiesOf(addresses: readonly string[]): Family[] {
  return [...new Set(addresses.map((address): Family => (address.includes(':') ? 6 : 4)))];
}
