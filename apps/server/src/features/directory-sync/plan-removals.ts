import type { DirectoryUser } from '../../ports/directory.ts';
import type { StoredUser, SyncRules, UserRef } from './sync-state.ts';

export interface RemovalPlan {
  readonly deleted: readonly UserRef[];
  readonly disabled: readonly UserRef[];
  readonly enabled: readonly UserRef[];
  readonly protected: readonly UserRef[];
}

type Outcome = 'deleted' | 'disabled' | 'enabled' | undefined;

/** What happens to accounts whose entries are gone, out of scope, disabled, or enabled again. */
export function planRemovals(
  entries: ReadonlyMap<string, DirectoryUser>,
  users: readonly StoredUser[],
  rules: SyncRules,
): RemovalPlan {
  const plan = {
    deleted: [] as UserRef[],
    disabled: [] as UserRef[],
    enabled: [] as UserRef[],
    protected: [] as UserRef[],
  };
  for (const user of users) {
    if (user.externalId === undefined || rules.target === 'groups') continue;
    const outcome = outcomeOf(user, entries.get(user.externalId), rules);
    if (outcome === undefined) continue;
    const isProtected = outcome !== 'enabled' && rules.protectedUserIds.has(user.id);
    plan[isProtected ? 'protected' : outcome].push({ userId: user.id, username: user.username });
  }
  return plan;
}

function outcomeOf(user: StoredUser, entry: DirectoryUser | undefined, rules: SyncRules): Outcome {
  const behavior = user.adminGroupIds.length > 0 ? rules.adminBehavior : rules.userBehavior;
  if (entry?.isActive) return user.isDisabledBySync && !user.is_active ? 'enabled' : undefined;
  if (behavior === 'keep') return undefined;
  // the directory still has a disabled account
  if (!entry && behavior === 'delete') return 'deleted';
  return user.is_active ? 'disabled' : undefined;
}
