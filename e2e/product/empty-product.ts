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
