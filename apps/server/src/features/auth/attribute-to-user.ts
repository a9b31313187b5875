import type { Origin } from '../../platform/actor.ts';
import type { UserRow } from '../users/index.ts';

/** Attributes the action to the user who signs in; the request itself has no caller yet. */
export function attributeToUser(origin: Origin, { id, username }: UserRow): Origin {
  return { ...origin, by: { userId: id, username } };
}
