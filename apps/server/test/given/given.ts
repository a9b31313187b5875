import { signIn } from '@gatewarden/contract/auth';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { addGroup, addGroupMember } from '@gatewarden/contract/groups';
import { completeSetup } from '@gatewarden/contract/setup';
import { addUser } from '@gatewarden/contract/users';
import type { Caller } from '../caller.ts';
import { createGivenAccess, type GivenAccess } from './access.ts';
import { createGivenNetwork, type GivenNetwork } from './network.ts';

export const password = 'Correct-horse-7';

export interface Person extends Caller {
  readonly username: string;
  readonly id: number;
}

/** Builders of test preconditions, through the public API. */
export interface Given extends GivenNetwork, GivenAccess {
  /** The first administrator, signed in; the same one on every call. */
  admin(): Promise<Person>;
  /** With which gateways join the location. */
  joinToken(locationId: number): Promise<string>;
  /** Another user with a password, signed in. */
  user(details?: { username?: string; groups?: readonly string[]; email?: string }): Promise<Person>;
  /** A session of an existing user. */
  signedIn(username: string): Promise<Person>;
  group(details?: { name?: string; members?: readonly string[]; is_admin?: boolean }): Promise<{ name: string }>;
}

interface Dependencies {
  readonly stranger: () => Caller;
  readonly printed: readonly string[];
}

export function createGiven({ stranger, printed }: Dependencies): Given {
  let first: Promise<Person> | undefined;
  let count = 0;

  async function setUp(): Promise<Person> {
    const token = /token=(\S+)/.exec(printed.join('\n'))?.[1] ?? '';
    const caller = stranger();
    const names = { username: 'rosa', first_name: 'Ada', last_name: 'Root', email: 'root@example.com' };
    const { user } = await caller.call(completeSetup, { body: { token, password, ...names } });
    return person(caller, user);
  }

  /** Acts in a new session if the test advanced the clock: the first session must not get a recent proof here. */
  async function asAdmin<T>(act: (admin: Person) => Promise<T>): Promise<T> {
    const admin = await given.admin();
    return act(admin).catch(async (error) => {
      if (!String(error).includes('proof_required')) throw error;
      return act(await given.signedIn(admin.username));
    });
  }

  const given: Given = {
    ...createGivenNetwork(() => given.admin()),
    ...createGivenAccess(() => given.admin()),
    admin() {
      first ??= setUp();
      return first;
    },
    joinToken: (locationId) =>
      asAdmin(async (admin) => (await admin.call(getGatewayToken, { params: { id: String(locationId) } })).token),
    async user({ username, groups = [], email } = {}) {
      count += 1;
      const name = username ?? `user${count}`;
      const body = {
        username: name,
        first_name: 'Una',
        last_name: 'User',
        email: email ?? `${name}@example.com`,
        password,
      };
      await asAdmin((admin) => admin.call(addUser, { body }));
      for (const group of groups)
        await asAdmin((admin) => admin.call(addGroupMember, { params: { name: group }, body: { username: name } }));
      return given.signedIn(name);
    },
    async signedIn(name) {
      const caller = stranger();
      const answer = await caller.call(signIn, { body: { username: name, password } });
      if (!('user' in answer)) throw new Error('a second factor is required');
      return person(caller, answer.user);
    },
    async group({ name, members = [], is_admin = false } = {}) {
      count += 1;
      const body = { name: name ?? `group${count}`, members: [...members], is_admin };
      return asAdmin((admin) => admin.call(addGroup, { body }));
    },
  };
  return given;
}

function person(caller: Caller, { id, username }: { id: number; username: string }): Person {
  return Object.assign(Object.create(caller) as Caller, { id, username });
}
