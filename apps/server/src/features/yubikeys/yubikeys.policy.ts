import type { Actor } from '../../platform/actor.ts';

/** Users follow the jobs for their own YubiKeys, administrators all. */
export function mayFollowJob({ isAdmin, userId }: Actor, job: { readonly user_id: number }): boolean {
  return isAdmin || userId === job.user_id;
}
