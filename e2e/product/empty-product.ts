import {
  deleteAccessAlias,
  deleteAccessRule,
  deployAccess,
  listAccessAliases,
  listAccessRules,
} from '@gatewarden/contract/access';
import { deleteAccessTest, listAccessTests } from '@gatewarden/contract/access-tests';
import { deleteApiToken, listApiTokens } from '@gatewarden/contract/api-tokens';
import { endSessions, signIn, signOut } from '@gatewarden/contract/auth';
import { deleteAuthKey, listAuthKeys } from '@gatewarden/contract/auth-keys';
import { deleteDevice, listUserDevices } from '@gatewarden/contract/devices';
import { deleteGroup, listGroupNames } from '@gatewarden/contract/groups';
import { deleteLocation, listLocations } from '@gatewarden/contract/locations';
import { setPreferences } from '@gatewarden/contract/preferences';
import { deleteUser, listUsers } from '@gatewarden/contract/users';
import { type Caller, createCaller } from '../../apps/server/test/caller.ts';
import { administrator } from './people.ts';
import type { Product } from './start-product.ts';

const { username, password } = administrator;
const firstGroup = 'admin';

/**
 * Deletes what journeys made, so that the product is as after its setup: with the first administrator and no session.
 * Settings, the second factors of the administrator, the log and the numbers of locations and users remain.
 */
export async function emptyProduct({ url }: Product): Promise<void> {
  const caller = createCaller(url);
  await caller.call(signIn, { body: { username, password } });
  await deleteAll(caller);
  await deleteOwn(caller);
  await caller.call(endSessions, { params: { username } });
  await caller.call(signOut, {});
}

async function deleteAll(caller: Caller): Promise<void> {
  for (const { id } of await caller.call(listAccessTests, {})) {
    await caller.call(deleteAccessTest, { params: { id: String(id) } });
  }
  await deleteAccessRules(caller);
  for (const { id } of await caller.call(listLocations, {})) {
    await caller.call(deleteLocation, { params: { id: String(id) } });
  }
  for (const user of await caller.call(listUsers, {})) {
    if (user.username !== username) await caller.call(deleteUser, { params: { username: user.username } });
  }
  for (const name of (await caller.call(listGroupNames, {})).groups) {
    if (name !== firstGroup) await caller.call(deleteGroup, { params: { name } });
  }
}

/** A pending change has a greater id than what it changes, and is discarded before that is deleted. */
async function deleteAccessRules(caller: Caller): Promise<void> {
  for (const { id } of (await caller.call(listAccessRules, {})).toSorted((a, b) => b.id - a.id)) {
    await caller.call(deleteAccessRule, { params: { id: String(id) } });
  }
  const rules = (await caller.call(listAccessRules, {})).filter(({ state }) => state === 'Deleted').map(({ id }) => id);
  await caller.call(deployAccess, { body: { rules, aliases: [] } });
  for (const { id } of (await caller.call(listAccessAliases, {})).toSorted((a, b) => b.id - a.id)) {
    await caller.call(deleteAccessAlias, { params: { id: String(id) } });
  }
}

/** What belongs to the administrator. */
async function deleteOwn(caller: Caller): Promise<void> {
  const params = { username };
  for (const { id } of await caller.call(listUserDevices, { params })) {
    await caller.call(deleteDevice, { params: { id: String(id) } });
  }
  for (const { id } of await caller.call(listAuthKeys, { params })) {
    await caller.call(deleteAuthKey, { params: { username, id: String(id) } });
  }
  for (const { id } of await caller.call(listApiTokens, { params })) {
    await caller.call(deleteApiToken, { params: { username, id: String(id) } });
  }
  const defaults = { language: null, color_scheme: null, time_format: null, location_view: null };
  await caller.call(setPreferences, { body: defaults });
}
