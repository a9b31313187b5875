import { connect, createServer, type Server, type Socket } from 'node:net';
import { Secret } from '@gatewarden/process/secret';
import { Attribute, Change } from 'ldapts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readDirectory } from '../../../test/read-directory.ts';
import { groupOf, manyUsers, type Slapd, startSlapd } from '../../../test/slapd.ts';
import { Dn } from '../../platform/ldap/dn.ts';
import { parseFilter } from '../../platform/ldap/parse-filter.ts';
import { systemClock } from '../../ports/clock.ts';
import type { LdapSchema, LdapServer } from '../../ports/ldap-directory.ts';
import { createLdapConnector } from './ldap-connector.ts';

const hostileName = 'a*b)(uid=*,c+d "e" #f\\g';
let slapd: Slapd;
beforeAll(async () => {
  const many = Array.from({ length: 1100 }, (_, index) => `many${index}`);
  slapd = await startSlapd(manyUsers('many', 1200) + groupOf('everyone', many));
});
afterAll(() => slapd[Symbol.asyncDispose]());

const times = { connect: 2_000, answer: 10_000 };
const connector = createLdapConnector({ clock: systemClock, readTimes: times, signInTimes: times });

function serverWith(changes: Partial<LdapServer> = {}): LdapServer {
  return {
    host: 'localhost',
    port: slapd.port,
    encryption: 'none',
    authority: undefined,
    verifiesCertificate: true,
    bindName: slapd.bindName,
    bindPassword: new Secret(slapd.bindPassword),
    ...changes,
  };
}

function schemaWith(changes: Partial<LdapSchema> = {}): LdapSchema {
  return {
    isActiveDirectory: false,
    userBase: Dn.parse(slapd.userBase),
    groupBase: Dn.parse(slapd.groupBase),
    userClass: 'inetOrgPerson',
    groupClass: 'groupOfUniqueNames',
    userFilter: undefined,
    usernameAttribute: 'cn',
    groupNameAttribute: 'cn',
    memberAttribute: 'uniqueMember',
    memberOfAttribute: 'memberOf',
    userNamingAttribute: undefined,
    auxiliaryClasses: [],
    ...changes,
  };
}

const readAll = (server = serverWith(), schema = schemaWith()) => readDirectory(connector.open(server, schema));

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

describe('reading', () => {
  it('reads more people and members than the server sends at once', async () => {
    const { users, groups } = await readAll(serverWith(), schemaWith({ userFilter: parseFilter('(cn=many*)') }));
    expect(users).toHaveLength(1200);
    expect(new Set(users.map(({ externalId }) => externalId)).size).toBe(1200);
    expect(users[7]).toMatchObject({
      username: 'many7',
      firstName: 'Given7',
      email: 'many7@example.org',
      isActive: true,
    });
    expect(groups.find(({ name }) => name === 'everyone')?.memberIds).toHaveLength(1100);
  });

  it('reads other people although the entry of one is too large, and of that one whether it may be used', async () => {
    const name = 'oversized';
    await slapd.addUser({ name });
    onTestFinished(() => slapd.client.del(`cn=${name},${slapd.userBase}`));
    const modification = new Attribute({ type: 'mail', values: [`${'x'.repeat(1_500_000)}@example.org`] });
    await slapd.client.modify(`cn=${name},${slapd.userBase}`, new Change({ operation: 'add', modification }));
    const { users } = await readAll();
    expect(users.filter(({ username }) => username.startsWith('many'))).toHaveLength(1200);
    const large = users.filter(({ email }) => email === '');
    expect(large).toMatchObject([{ externalId: expect.stringMatching(/^[\da-f-]{36}$/), isActive: true }]);
  });

  it('resolves groups in groups that contain each other, and names with every special character', async () => {
    await slapd.addUser({ name: 'erin', mobile: '+48 555 123' });
    const entry = String(Dn.parse(slapd.userBase).child('cn', hostileName));
    const person = { objectClass: 'inetOrgPerson', cn: hostileName, sn: 'Łuć', mail: 'x@example.org' };
    await slapd.client.add(entry, person);
    await slapd.addGroup('outer', [`cn=inner,${slapd.groupBase}`]);
    await slapd.addGroup('inner', ['erin', entry, `cn=outer,${slapd.groupBase}`]);
    const { users, groups } = await readAll(
      serverWith(),
      schemaWith({ userFilter: parseFilter('(|(cn=erin)(cn=a\\2ab*))') }),
    );
    expect(users.find(({ username }) => username === hostileName)).toMatchObject({ lastName: 'Łuć', phone: '' });
    const ids = users.map(({ externalId }) => externalId).toSorted();
    for (const name of ['outer', 'inner']) {
      expect(groups.find((group) => group.name === name)?.memberIds.toSorted()).toEqual(ids);
    }
  });
});

describe('signing in', () => {
  it('accepts only the password of the entry, and nothing without a password', async () => {
    await slapd.addUser({ name: 'bound', password: 'Zażółć-*)(1' });
    const schema = schemaWith({ userFilter: parseFilter('(cn=bound)') });
    const { users } = await readAll(serverWith(), schema);
    const externalId = users[0]?.externalId ?? '';
    const verify = (id: string | undefined, password: string, scope = schema) =>
      connector.verifyPassword(serverWith(), scope, { externalId: id, password });
    expect(await verify(externalId, 'Zażółć-*)(1')).toBe(true);
    expect(await verify(externalId, 'wrong')).toBe(false);
    // attack class 16: an anonymous bind must not count as a right password
    expect(await verify(externalId, '')).toBe(false);
    expect(await verify('*', 'Zażółć-*)(1')).toBe(false);
    expect(await verify(undefined, 'Zażółć-*)(1')).toBe(false);
    expect(await verify(externalId, 'Zażółć-*)(1', schemaWith({ userFilter: parseFilter('(cn=other)') }))).toBe(false);
  });
});

describe('Active Directory', () => {
  it('identifies people by objectGUID, reads disabled accounts, and finds an entry by its bytes', async () => {
    // with bytes that are special in filters and not valid UTF-8
    const guid = Buffer.from('2a28295cff00c3280123456789abcdef', 'hex');
    const other = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
    for (const [name, objectGUID, userAccountControl] of [
      ['adone', guid, '512'],
      ['adtwo', other, '514'],
    ] as const) {
      await slapd.addUser({ name, password: 'Secret-7' });
      const values = { objectClass: ['adAccount'], objectGUID: [objectGUID], userAccountControl: [userAccountControl] };
      const added = { ...values, sAMAccountName: [name.toUpperCase()] };
      const changes = Object.entries(added).map(
        ([type, attributeValues]) =>
          new Change({ operation: 'add', modification: new Attribute({ type, values: attributeValues as string[] }) }),
      );
      await slapd.client.modify(`cn=${name},${slapd.userBase}`, changes);
    }
    const schema = schemaWith({
      ...{ isActiveDirectory: true, usernameAttribute: 'sAMAccountName', userClass: 'adAccount', groupBase: undefined },
    });
    const { users } = await readAll(serverWith(), schema);
    expect(users.toSorted((a, b) => a.username.localeCompare(b.username))).toMatchObject([
      { username: 'ADONE', isActive: true, externalId: '5c29282a-00ff-28c3-0123-456789abcdef' },
      { username: 'ADTWO', isActive: false, externalId: '03020100-0504-0706-0809-0a0b0c0d0e0f' },
    ]);
    const verify = (externalId: string | undefined, password: string) =>
      connector.verifyPassword(serverWith(), schema, { externalId, password });
    expect(await verify('5c29282a-00ff-28c3-0123-456789abcdef', 'Secret-7')).toBe(true);
    expect(await verify('5c29282a-00ff-28c3-0123-456789abcdef', 'wrong')).toBe(false);
    expect(await verify('no guid', 'Secret-7')).toBe(false);
  });
});

describe('encryption', () => {
  it.each(['ldaps', 'starttls'] as const)('checks authority and host name with %s', async (encryption) => {
    const port = encryption === 'ldaps' ? slapd.tlsPort : slapd.port;
    const { authority } = slapd;
    const test = (changes: Partial<LdapServer>) =>
      connector.test(serverWith({ encryption, port, ...changes }), schemaWith());
    await test({ authority });
    await test({ host: '127.0.0.1', verifiesCertificate: false });
    await expect(test({})).rejects.toMatchObject({ reason: 'certificate' });
    await expect(test({ authority, host: '127.0.0.1' })).rejects.toMatchObject({ reason: 'certificate' });
  });

  // the start of a bind response with the result "success", whose message is the 14 bytes of the real answer
  const incomplete = [0x30, 26, 2, 1, 2, 0x61, 21, 0x0a, 1, 0, 4, 0, 4, 14];
  const complete = [0x30, 12, 2, 1, 2, 0x61, 7, 0x0a, 1, 0, 4, 0, 4, 0];
  it.each([
    ['the start of a message', incomplete],
    ['a message', complete],
  ])('refuses %s that an attacker appends to the answer to StartTLS', async (_, appended) => {
    const port = await listen((client) => {
      const upstream = connect(slapd.port, '127.0.0.1');
      upstream.on('error', () => undefined);
      client.pipe(upstream);
      upstream.once('data', (answer) => {
        client.write(Buffer.concat([answer, Buffer.from(appended)]));
        upstream.pipe(client);
      });
      client.on('close', () => upstream.destroy());
    });
    // `localhost` may be ::1 first, where the attacker does not listen
    const attacked = { host: '127.0.0.1', port, encryption: 'starttls', verifiesCertificate: false } as const;
    const server = serverWith({ ...attacked, bindPassword: new Secret('wrong') });
    await expect(connector.test(server, schemaWith())).rejects.toMatchObject({ reason: 'starttls' });
  });
});

describe('failures', () => {
  it('says what is wrong', async () => {
    const test = (server: Partial<LdapServer>, schema: Partial<LdapSchema> = {}) =>
      connector.test(serverWith(server), schemaWith(schema));
    const closed = await listen(() => undefined);
    await expect(test({ bindPassword: new Secret('wrong') })).rejects.toMatchObject({ reason: 'credentials' });
    await expect(test({ host: 'host.invalid' })).rejects.toMatchObject({ reason: 'unreachable' });
    await expect(test({}, { userBase: Dn.parse('ou=none,dc=example,dc=org') })).rejects.toMatchObject({
      reason: 'base',
    });
    await expect(test({ port: closed + 1, host: '127.0.0.2' })).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('ends a read if the connection is cut between two pages, and does not connect again', async () => {
    let connections = 0;
    const port = await listen((client) => {
      connections += 1;
      const upstream = new (client.constructor as typeof Socket)().connect(slapd.port, '127.0.0.1');
      upstream.on('error', () => undefined);
      client.pipe(upstream);
      let bytes = 0;
      upstream.on('data', (chunk) => {
        bytes += chunk.length;
        client.write(chunk);
        if (bytes > 150_000) client.destroy();
      });
      client.on('close', () => upstream.destroy());
    });
    await expect(readAll(serverWith({ port }))).rejects.toMatchObject({ reason: 'unreachable' });
    expect(connections).toBe(1);
  });

  const impatient = createLdapConnector({
    clock: systemClock,
    readTimes: { connect: 100, answer: 100 },
    signInTimes: { connect: 100, answer: 100 },
  });
  it.each(['none', 'starttls', 'ldaps'] as const)('gives up on a server that never answers: %s', async (encryption) => {
    const port = await listen(() => undefined);
    await expect(impatient.test(serverWith({ port, encryption }), schemaWith())).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  it('does not follow a referral', async () => {
    // a result with code 10 and the address of another server
    const referral = Buffer.from('ldap://198.51.100.1/');
    const result = Buffer.from([0x0a, 1, 10, 4, 0, 4, 0, 0xa3, referral.length + 2, 4, referral.length, ...referral]);
    const port = await listen((socket) => {
      socket.on('data', (request) => {
        const id = request[4] ?? 0;
        socket.write(Buffer.from([0x30, result.length + 5, 2, 1, id, 0x61, result.length, ...result]));
      });
    });
    await expect(connector.test(serverWith({ port }), schemaWith())).rejects.toMatchObject({ reason: 'protocol' });
  });

  const flood = (message: readonly number[]) =>
    Buffer.concat(Array.from({ length: 10_000 }, () => Buffer.from(message)));
  it.each([
    ['text', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a length of 4 GB', Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])],
    ['a negative length', Buffer.from([0x30, 0x80])],
    // would overflow the stack of the library
    ['thousands of tiny messages', flood([0x30, 5, 2, 1, 99, 0x73, 0])],
    ['malformed messages', flood([0x30, 3, 0x61, 0x84, 1])],
    ['a value longer than its message', Buffer.from([0x30, 7, 2, 1, 1, 0x65, 0x84, 0xff, 0xff])],
  ])('survives a server that answers with %s', async (_, answer) => {
    const port = await listen((socket) => void socket.on('data', () => socket.write(answer)));
    await expect(impatient.test(serverWith({ port }), schemaWith())).rejects.toMatchObject({
      reason: expect.stringMatching(/^(protocol|timeout|unreachable)$/),
    });
  });
});
