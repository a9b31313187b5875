import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'ldapts';
import { freePort } from '../../../tools/free-port.ts';
import { issueServerCertificate, makeAuthority } from '../src/platform/crypto/certificates.ts';

const run = promisify(execFile);

/** A person of the test directory; `name` is the user name and the name of the entry. */
export interface Entry {
  readonly name: string;
  readonly mail?: string;
  readonly givenName?: string;
  readonly sn?: string;
  readonly mobile?: string;
  readonly password?: string;
}

export interface Slapd extends AsyncDisposable {
  /** Without encryption, or with StartTLS. */
  readonly url: string;
  readonly tlsUrl: string;
  readonly port: number;
  readonly tlsPort: number;
  /** Of the authority that issued its certificate, which is for `localhost`. */
  readonly authority: string;
  /** An account that may read everything but passwords, 500 entries at once. */
  readonly bindName: string;
  readonly bindPassword: string;
  /** An account that may change people, groups and passwords, and nothing else. */
  readonly writerName: string;
  readonly userBase: string;
  readonly groupBase: string;
  addUser(entry: Entry): Promise<void>;
  addGroup(name: string, members: readonly string[]): Promise<void>;
  /** With the full control of the administrator of the directory. */
  readonly client: Client;
  /** Stops without removing its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const suffix = 'dc=example,dc=org';
const userBase = `ou=users,${suffix}`;
const groupBase = `ou=groups,${suffix}`;
const rootName = `cn=admin,${suffix}`;
const rootPassword = 'root-secret';
const bindName = `cn=reader,${suffix}`;
const bindPassword = 'directory-secret';
const writerName = `cn=writer,${suffix}`;

/** The real OpenLDAP server with the memberOf overlay, on free ports, with these people and groups. */
export async function startSlapd(ldif = ''): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-slapd-'));
  const authority = await makeAuthority('Test directory authority');
  const server = await issueServerCertificate(authority, {
    serverName: 'localhost',
    notAfter: new Date('2100-01-01T00:00:00Z'),
  });
  const files = { 'ca.pem': authority.certificate, 'server.pem': server.certificate, 'server.key': server.key };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await mkdir(join(folder, 'data'));
  const config = join(folder, 'slapd.conf');
  await writeFile(config, configuration(folder));
  await writeFile(join(folder, 'data.ldif'), `${baseEntries}${ldif}`);
  await run('/usr/sbin/slapadd', ['-q', '-f', config, '-l', join(folder, 'data.ldif')]);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const urls = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`;
  const client = new Client({ url: `ldap://127.0.0.1:${port}`, autoRebind: true });
  let child: ChildProcess;
  const start = async () => {
    child = await startProcess(config, urls);
    // slapd reports that it starts a moment before it listens
    while (!(await isBound(client))) await setImmediate();
  };
  const stop = async () => {
    await client.unbind();
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  await start();
  return {
    url: `ldap://localhost:${port}`,
    tlsUrl: `ldaps://localhost:${tlsPort}`,
    ...{
      port,
      tlsPort,
      authority: authority.certificate,
      bindName,
      bindPassword,
      writerName,
      userBase,
      groupBase,
      client,
      start,
      stop,
    },
    addUser: ({ name, mail = `${name}@example.org`, givenName = 'Given', sn = 'Family', mobile, password }) =>
      client.add(`cn=${name},${userBase}`, {
        ...{ objectClass: ['inetOrgPerson'], cn: name, uid: name, givenName, sn, mail },
        ...(mobile && { mobile }),
        ...(password && { userPassword: password }),
      }),
    addGroup: (name, members) =>
      client.add(`cn=${name},${groupBase}`, {
        objectClass: ['groupOfUniqueNames'],
        cn: name,
        uniqueMember: members.map((member) => (member.includes('=') ? member : `cn=${member},${userBase}`)),
      }),
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** People `prefix0` and so on, as LDIF. */
export function manyUsers(prefix: string, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const name = `${prefix}${index}`;
    const names = `cn: ${name}\nuid: ${name}\ngivenName: Given${index}\nsn: Family${index}\nmail: ${name}@example.org`;
    return `\ndn: cn=${name},${userBase}\nobjectClass: inetOrgPerson\n${names}\n`;
  }).join('');
}

/** A group as LDIF. */
export function groupOf(name: string, members: readonly string[]): string {
  const lines = members.map((member) => `uniqueMember: cn=${member},${userBase}\n`);
  return `\ndn: cn=${name},${groupBase}\nobjectClass: groupOfUniqueNames\ncn: ${name}\n${lines.join('')}`;
}

async function isBound(client: Client): Promise<boolean> {
  return client.bind(rootName, rootPassword).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return false;
      throw error;
    },
  );
}

async function startProcess(config: string, urls: string): Promise<ChildProcess> {
  // the level only makes slapd stay in the foreground and report that it is ready
  const child = spawn('/usr/sbin/slapd', ['-d', '16384', '-f', config, '-h', urls], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    if (line.includes('slapd starting')) {
      child.stderr.resume();
      return child;
    }
  }
  throw new Error(`slapd did not start:\n${lines.join('\n')}`);
}

const baseEntries = `dn: ${suffix}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${userBase}
objectClass: organizationalUnit
ou: users

dn: ${groupBase}
objectClass: organizationalUnit
ou: groups

dn: ${bindName}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${bindPassword}

dn: ${writerName}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: writer
userPassword: ${bindPassword}
`;

const configuration = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
# what Active Directory adds to entries
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID'
  EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl'
  EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName'
  EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.99999.1 NAME 'adAccount' SUP top AUXILIARY
  MAY ( objectGUID $ userAccountControl $ sAMAccountName ) )
objectclass ( 1.2.840.113556.1.3.30 NAME 'computer' SUP top AUXILIARY )
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${folder}/pid
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
sizelimit size.soft=500 size.hard=500 size.prtotal=unlimited
database mdb
suffix "${suffix}"
rootdn "${rootName}"
rootpw ${rootPassword}
directory ${folder}/data
maxsize 1073741824
dbnosync
index objectClass,entryUUID,cn,uid eq
access to attrs=userPassword by dn.exact="${writerName}" write by anonymous auth by * none
access to dn.subtree="${userBase}" by dn.exact="${writerName}" write by users read by * none
access to dn.subtree="${groupBase}" by dn.exact="${writerName}" write by users read by * none
access to * by users read by * none
overlay memberof
memberof-group-oc groupOfUniqueNames
memberof-member-ad uniqueMember
`;
