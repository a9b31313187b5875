import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Attribute, Change, Client, ResultCodeError } from 'ldapts';
import { inject } from 'vitest';
import { issueServerCertificate, makeAuthority } from '../src/platform/crypto/certificates.ts';
import { forwardToSocket } from './forward-to-socket.ts';
import { administratorPassword, domainTemplate, realm, workgroup } from './samba-template.ts';
import type { Entry } from './slapd.ts';

/** An Active Directory. Use it in `*.net.test.ts`: making a domain needs root. */
export interface Samba extends AsyncDisposable {
  /** It requires StartTLS before a password. */
  readonly url: string;
  readonly port: number;
  /** Of the authority that issued its certificate, which is for `localhost`. */
  readonly authority: string;
  /** An ordinary account. */
  readonly bindName: string;
  readonly bindPassword: string;
  /** The root, from which searches also return referrals. */
  readonly domain: string;
  readonly userBase: string;
  readonly groupBase: string;
  addUser(entry: Entry): Promise<void>;
  /** Members are the names of users, or distinguished names. */
  addGroup(name: string, members: readonly string[]): Promise<void>;
  /** With an account that may sign in, as that of a machine. */
  addComputer(name: string): Promise<void>;
  /** Replaces the values of an attribute of a user. */
  set(user: string, attribute: string, ...values: readonly (string | Buffer)[]): Promise<void>;
  /** With the full control of the administrator of the domain. */
  readonly client: Client;
}

/** Values of `userAccountControl`. */
export const control = { enabled: '512', disabled: '514', computer: '4096' } as const;

const domain = `DC=${realm.toLowerCase().split('.').join(',DC=')}`;
const userBase = `OU=Staff,${domain}`;
const groupBase = `OU=Groups,${domain}`;
const bindName = `reader@${realm.toLowerCase()}`;
const bindPassword = 'Directory-secret-1';

/** Samba as the controller of a new domain, of which only the LDAP server runs, with two empty units. */
export async function startSamba(): Promise<Samba> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-samba-'));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(await domainTemplate(inject('domains')), folder, { recursive: true });
  const authority = await configure(folder);
  const { port } = made.use(await forwardToSocket(join(folder, 'private/ldapi')));
  const process = made.use(startProcess(folder));
  const client = await Promise.race([connectAdministrator(port, authority), process.ended]);
  made.defer(() => client.unbind());
  const samba = { ...actions(client), port, authority };
  await client.add(userBase, { objectClass: 'organizationalUnit' });
  await client.add(groupBase, { objectClass: 'organizationalUnit' });
  await samba.addUser({ name: 'reader', mail: '', password: bindPassword });
  const all = made.move();
  return {
    ...samba,
    ...{ url: `ldap://localhost:${port}`, bindName, bindPassword, domain, userBase, groupBase, client },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function actions(client: Client) {
  const set: Samba['set'] = (user, type, ...values) =>
    client.modify(
      `CN=${user},${userBase}`,
      new Change({ operation: 'replace', modification: new Attribute({ type, values: values as string[] }) }),
    );
  const addAccount = (objectClass: string, name: string, values: Record<string, string>) => {
    const attributes = Object.entries({ objectClass, ...values }).filter(([, value]) => value !== '');
    return client.add(`CN=${name},${userBase}`, Object.fromEntries(attributes));
  };
  const addUser: Samba['addUser'] = async (entry) => {
    const { name, mail = `${name}@example.org`, givenName = 'Given', sn = 'Family', mobile = '', password } = entry;
    await addAccount('user', name, { sAMAccountName: name, givenName, sn, mail, mobile });
    if (password === undefined) return;
    await set(name, 'unicodePwd', Buffer.from(`"${password}"`, 'utf16le'));
    await set(name, 'userAccountControl', control.enabled);
  };
  const addComputer: Samba['addComputer'] = (name) =>
    addAccount('computer', name, {
      ...{ sAMAccountName: `${name}$`, userAccountControl: control.computer, mail: `${name}@example.org` },
    });
  const addGroup: Samba['addGroup'] = (name, members) => {
    const member = members.map((each) => (each.includes('=') ? each : `CN=${each},${userBase}`));
    return client.add(`CN=${name},${groupBase}`, {
      ...{ objectClass: 'group', sAMAccountName: name, ...(member.length > 0 && { member }) },
    });
  };
  return { set, addUser, addComputer, addGroup };
}

/** Returns the authority of the certificate. */
async function configure(folder: string): Promise<string> {
  const authority = await makeAuthority('Test domain authority');
  const notAfter = new Date('2100-01-01T00:00:00Z');
  const server = await issueServerCertificate(authority, { serverName: 'localhost', notAfter });
  const files = { 'ca.pem': authority.certificate, 'server.pem': server.certificate, 'server.key': server.key };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content, { mode: 0o600 });
  await writeFile(join(folder, 'smb.conf'), configuration(folder));
  return authority.certificate;
}

/**
 * The ports of its LDAP server cannot be changed, so it runs in a network of its own, and tests reach its Unix socket
 * through a free port.
 */
function startProcess(folder: string): AsyncDisposable & { readonly ended: Promise<never> } {
  const samba = ['samba', '--interactive', '--no-process-group', '--model=single', `--configfile=${folder}/smb.conf`];
  const child = spawn('unshare', ['--net', ...samba], { stdio: 'ignore' });
  const exit = once(child, 'exit');
  const ended = exit.then(([code]) => {
    throw new Error(`samba ended with code ${code}`);
  });
  ended.catch(() => undefined);
  return {
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

async function connectAdministrator(port: number, authority: string): Promise<Client> {
  for (;;) {
    const client = new Client({ url: `ldap://localhost:${port}` });
    try {
      await client.startTLS({ ca: [authority], host: 'localhost' });
      await client.bind(`administrator@${realm.toLowerCase()}`, administratorPassword);
      return client;
    } catch (error) {
      if (error instanceof ResultCodeError) throw error;
      // not started yet
      await wait(20);
    }
  }
}

const configuration = (folder: string) => `[global]
netbios name = DC1
realm = ${realm}
workgroup = ${workgroup}
server role = active directory domain controller
server services = ldap
private dir = ${folder}/private
lock directory = ${folder}
state directory = ${folder}/state
cache directory = ${folder}/cache
pid directory = ${folder}
ncalrpc dir = ${folder}/ncalrpc
binddns dir = ${folder}/bind-dns
log file = ${folder}/samba.log
tls cafile = ${folder}/ca.pem
tls certfile = ${folder}/server.pem
tls keyfile = ${folder}/server.key
`;
