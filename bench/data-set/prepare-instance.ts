import { signIn } from '@gatewarden/contract/auth';
import { addGroup } from '@gatewarden/contract/groups';
import { addLocation } from '@gatewarden/contract/locations';
import { startCore } from '../../apps/server/src/app/start.ts';
import { systemClock } from '../../apps/server/src/ports/clock.ts';
import { createCaller } from '../../apps/server/test/caller.ts';
import type { LocationPlan } from './locations.ts';
import { configOf, log, type Target } from './target.ts';

export const administrator = { username: 'admin', password: 'Bench-mark-7' } as const;

/**
 * Creates the administrator, groups and locations through the API of a core, because they have keys and secrets.
 * @throws Error when the target has an administrator already
 */
export async function prepareInstance(
  target: Target,
  groups: readonly string[],
  locations: readonly LocationPlan[],
): Promise<void> {
  const printed: string[] = [];
  const config = configOf({ ...target, GATEWARDEN_ADMIN_PASSWORD: administrator.password });
  const core = await startCore({ config, log, clock: systemClock, print: (line) => void printed.push(line) });
  try {
    const admin = createCaller(`http://127.0.0.1:${core.httpPort}`);
    const answer = await admin.try(signIn, { body: administrator });
    if (answer.status !== 200) throw new Error('the target is in use: data sets go into an empty database');
    for (const name of groups) await admin.call(addGroup, { body: { name } });
    for (const [index, plan] of locations.entries()) {
      await admin.call(addLocation, { body: toRequest(plan, 51_820 + index) });
    }
  } finally {
    await core.stop();
  }
}

function toRequest({ name, networks, endpoint, allowedIps, groups }: LocationPlan, port: number) {
  return {
    name,
    address: networks.join(', '),
    endpoint,
    port,
    allowed_ips: allowedIps,
    dns: '10.0.0.53',
    allowed_groups: [...groups],
    keepalive_interval: 25,
    peer_disconnect_threshold: 300,
    acl_enabled: false,
    acl_default_allow: false,
    location_mfa_mode: 'disabled' as const,
  };
}
