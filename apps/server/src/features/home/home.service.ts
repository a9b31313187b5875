import { DomainError } from '@gatewarden/contract/errors';
import {
  type AttentionKind,
  type ChecklistStep,
  checklistSteps,
  vpnAttentionKinds,
  vpnChecklistSteps,
} from '@gatewarden/contract/home';
import { type Area, missingScope } from '@gatewarden/contract/scopes';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FindAttention, IsStepDone } from '../feature.ts';
import type { SettingsService } from '../settings/index.ts';
import { type CurrentCondition, readAttention } from './attention.ts';
import * as queries from './home.queries.ts';

export interface HomeDependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Pick<SettingsService, 'get'>;
  /** Undefined if no feature provides the kind or step. */
  readonly findAttention: (kind: AttentionKind) => FindAttention | undefined;
  readonly findStep: (step: ChecklistStep) => IsStepDone | undefined;
}

export interface HomeView {
  readonly attention: readonly (CurrentCondition & { readonly dismissed: boolean })[];
  readonly checklist: {
    readonly steps: readonly { readonly step: ChecklistStep; readonly done: boolean }[];
    readonly dismissed: boolean;
  };
}

export interface HomeService {
  get(actor: Actor): Promise<HomeView>;
  /** Harmless to repeat, as are the others. @throws attention_not_found */
  dismiss(actor: Actor, origin: Origin, key: string): Promise<void>;
  /** @throws attention_not_found */
  restore(actor: Actor, origin: Origin, key: string): Promise<void>;
  dismissChecklist(actor: Actor, origin: Origin): Promise<void>;
  restoreChecklist(actor: Actor, origin: Origin): Promise<void>;
  /** Deletes dismissals of conditions that ended, so that they are shown if they begin again. */
  purgeDismissals(): Promise<void>;
}

/** Key of the dismissal of the checklist; those of conditions begin with their kind. */
const checklistKey = 'checklist';

/** What a token must be allowed to read for a condition of the kind. */
const areas: Readonly<Record<AttentionKind, Area>> = {
  gateway_down: 'gateways',
  forwarding_off: 'gateways',
  failed_sign_ins: 'activity-log',
  certificate_expires: 'gateways',
  server_certificate_expires: 'settings',
  location_without_gateway: 'locations',
  token_expires: 'users',
  directory_sync_stopped: 'settings',
  ldap_export_stopped: 'settings',
  scim_token_expires: 'settings',
  webhook_failing: 'applications',
  activity_stream_failing: 'settings',
  license: 'settings',
  update_check_failing: 'settings',
  update_available: 'settings',
  users_without_2fa: 'users',
  mail_not_set_up: 'settings',
};

function mayRead({ token }: Actor, kind: AttentionKind): boolean {
  return !token || !missingScope(token.scopes, { method: 'GET', area: areas[kind] });
}

/** The number of queries does not depend on the amount of data. */
export function createHomeService(dependencies: HomeDependencies): HomeService {
  const { db, events, clock, settings, findStep } = dependencies;

  async function isVpnOn(): Promise<boolean> {
    return (await settings.get()).wireguard_enabled;
  }

  async function listSteps(userId: number, withVpn: boolean) {
    const applicable = checklistSteps.filter((step) => withVpn || !vpnChecklistSteps.includes(step));
    const steps = applicable.map(async (step) => ({ step, done: (await findStep(step)?.(userId)) ?? false }));
    return Promise.all(steps);
  }

  /** @throws attention_not_found */
  async function findCondition(actor: Actor, key: string): Promise<CurrentCondition> {
    // only its kind: a flood of calls with other keys costs one query each
    const { conditions } = await readAttention(
      dependencies,
      (kind) => key.startsWith(`${kind}:`) && mayRead(actor, kind),
    );
    const found = conditions.find((condition) => condition.key === key);
    if (!found) throw new DomainError('attention_not_found');
    return found;
  }

  const eventOf = ({ userId }: Actor, { key, kind, subject }: CurrentCondition) => ({
    userId,
    key,
    kind,
    subject: subject?.name ?? null,
  });

  return {
    async get(actor) {
      const { userId } = actor;
      const withVpn = await isVpnOn();
      const [{ conditions }, steps, dismissed] = await Promise.all([
        readAttention(dependencies, (kind) => mayRead(actor, kind) && (withVpn || !vpnAttentionKinds.includes(kind))),
        listSteps(userId, withVpn),
        queries.listDismissed(db, userId),
      ]);
      return {
        attention: conditions.map((condition) => ({ ...condition, dismissed: dismissed.has(condition.key) })),
        checklist: { steps, dismissed: dismissed.has(checklistKey) },
      };
    },
    async dismiss(actor, origin, key) {
      const condition = await findCondition(actor, key);
      await inTransaction(db, async (tx) => {
        if (await queries.insertDismissal(tx, { userId: actor.userId, key, at: clock.now() }))
          await events.publish(tx, 'attention.dismissed', origin, eventOf(actor, condition));
      });
    },
    async restore(actor, origin, key) {
      const condition = await findCondition(actor, key);
      await inTransaction(db, async (tx) => {
        if (await queries.deleteDismissal(tx, actor.userId, key))
          await events.publish(tx, 'attention.restored', origin, eventOf(actor, condition));
      });
    },
    dismissChecklist: ({ userId }, origin) =>
      inTransaction(db, async (tx) => {
        if (await queries.insertDismissal(tx, { userId, key: checklistKey, at: clock.now() }))
          await events.publish(tx, 'checklist.dismissed', origin, { userId });
      }),
    restoreChecklist: ({ userId }, origin) =>
      inTransaction(db, async (tx) => {
        if (await queries.deleteDismissal(tx, userId, checklistKey))
          await events.publish(tx, 'checklist.restored', origin, { userId });
      }),
    async purgeDismissals() {
      const readAt = clock.now();
      const { completeKinds: kinds, conditions } = await readAttention(dependencies, () => true);
      await queries.deleteEndedDismissals(db, { kinds, keys: conditions.map(({ key }) => key), readAt });
    },
  };
}
