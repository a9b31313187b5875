import { deleteGroup, updateGroup } from '@gatewarden/contract/groups';
import { exportUsers, importUsers, previewImport } from '@gatewarden/contract/user-import';
import { addUser, listUsers, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import type { Person } from '../../../../test/given/given.ts';
import { startTestServer, test } from '../../../../test/harness.ts';

const head = 'username,first_name,last_name,email,phone,groups\n';
const preview = (admin: Person, csv: string) => admin.call(previewImport, { body: { csv } });
const send = (admin: Person, csv: string, digest: string) => admin.try(importUsers, { body: { csv, digest } });

async function run(admin: Person, csv: string) {
  return send(admin, csv, (await preview(admin, csv)).digest);
}

async function usernames(admin: Person): Promise<string[]> {
  return (await admin.call(listUsers, {})).map(({ username }) => username);
}

test('previews each row without changes, then adds all users with their groups and an event for each', async ({
  server,
}) => {
  const admin = await server.given.admin();
  await server.given.group({ name: 'Staff' });
  const csv = `${head}una,Una,User,una@example.com,,Staff|admin\nROSA,Ada,Root,other@example.com,,\nbob,Bob,"Zak, Jr.",bob@example.com,5551234,`;
  const [before, known] = [(await server.events()).length, await usernames(admin)];
  const plan = await preview(admin, csv);
  expect(plan).toMatchObject({ separator: ',', ignored_columns: [], add: 2, exists: 1, error: 0 });
  expect(plan.rows).toMatchObject([
    { row: 2, outcome: 'add', username: 'una', phone: null, groups: ['Staff', 'admin'], is_admin: true },
    { row: 3, outcome: 'exists', username: 'ROSA', problems: [] },
    { row: 4, outcome: 'add', username: 'bob', last_name: 'Zak, Jr.', phone: '5551234', is_admin: false },
  ]);
  expect(await usernames(admin)).toEqual(known);
  expect(await server.events()).toHaveLength(before);

  expect(await send(admin, csv, plan.digest)).toMatchObject({ status: 200, body: { added: 2 } });
  const users = await admin.call(listUsers, {});
  expect(users.find(({ username }) => username === 'una')).toMatchObject({
    groups: ['Staff', 'admin'],
    enrolled: false,
  });
  expect(users.find(({ username }) => username === 'rosa')).toMatchObject({ email: 'root@example.com' });
  const newEvents = (await server.events()).slice(before);
  expect(newEvents.map(({ type, payload }) => [type, payload])).toMatchObject([
    ['user.added', { user: { username: 'una' } }],
    ['user.added', { user: { username: 'bob', phone: '5551234' } }],
    ['user.groups-modified', { user: { username: 'una' }, before: [], after: ['Staff', 'admin'] }],
    ['users.imported', { count: 2 }],
    ['notifications.changed', {}],
  ]);
});

test('reports the row, field and reason of each error, and adds no user', async ({ server }) => {
  const admin = await server.given.admin();
  const known = await usernames(admin);
  const rows = [
    'ula,Ula,User,ula@example.com,,',
    '-ula,Ula,,not an address,call me,Missing',
    'ULA,Ula,User,ULA@example.com,,',
    'ben,Ben,User,root@example.com,,',
    'cleo,Cleo,User,cleo@example.com,,,surplus',
    '',
    `dan,${'D'.repeat(129)},"O\nz",dan@example.com,,`,
  ];
  const csv = head + rows.join('\n');
  const plan = await preview(admin, csv);
  expect(plan).toMatchObject({ add: 1, exists: 0, error: 5 });
  const reported = plan.rows.map(({ row, problems }) => [
    row,
    problems.map((one) => [one.field, one.problem, one.value]),
  ]);
  expect(reported).toEqual([
    [2, []],
    [
      3,
      [
        ['username', 'invalid', '-ula'],
        ['email', 'invalid', 'not an address'],
        ['phone', 'invalid', 'call me'],
        ['groups', 'unknown_group', 'Missing'],
      ],
    ],
    [
      4,
      [
        ['username', 'repeated', 'ULA'],
        ['email', 'repeated', 'ULA@example.com'],
      ],
    ],
    [5, [['email', 'taken', 'root@example.com']]],
    [6, [[null, 'too_many_fields', '']]],
    [
      8,
      [
        ['first_name', 'too_long', 'D'.repeat(128)],
        ['last_name', 'invalid', 'O\nz'],
      ],
    ],
  ]);
  expect(plan.rows[2]?.problems[0]).toMatchObject({ row: 2, msg: 'username is in an earlier row too' });
  expect(await send(admin, csv, plan.digest)).toMatchObject({ status: 400, body: { code: 'import_has_errors' } });
  expect(await usernames(admin)).toEqual(known);
});

test('reads the files that spreadsheets of all countries write', async ({ server }) => {
  const admin = await server.given.admin();
  const files = [
    '\uFEFFLast name;E-Mail;User name;First name;Shoe size\r\nKim;"a@example.com";"a";민준;42\r\n',
    'nazwisko\temail\tnazwa użytkownika\timię\nKim\ta@example.com\ta\t민준\n\n',
    '성,이메일,사용자 이름,이름\rKim,a@example.com,a,민준\r',
    '"email","surname","LOGIN","given_name"\n"a@example.com","Kim","a","민준"',
  ];
  const plans = await Promise.all(files.map((csv) => preview(admin, csv)));
  expect(plans.map(({ separator }) => separator)).toEqual([';', '\t', ',', ',']);
  expect(plans[0]?.ignored_columns).toEqual(['Shoe size']);
  for (const { rows } of plans) {
    expect(rows).toMatchObject([
      { outcome: 'add', username: 'a', first_name: '민준', last_name: 'Kim', email: 'a@example.com' },
    ]);
  }
});

test('reads the separator line of Excel, and the words of spreadsheets for true and false', async ({ server }) => {
  const admin = await server.given.admin();
  const columns = 'username;first_name;last_name;email;active';
  // as many commas as semicolons: only the first line tells them apart
  const files = [
    `\uFEFFsep=;\r\n${columns}\r\na;A;"Kim, Jr.";a@example.com;PRAWDA\r\nb;B;"x,y,z,w";b@example.com;FAŁSZ`,
    `"SEP=;"\n${columns}\na;A;Kim;a@example.com;WAHR\nb;B;Kim;b@example.com;아니요`,
    `sep=,\r${columns.replaceAll(';', ',')},shoe;size;of;the;person\ra,A,Kim,a@example.com,예,\rb,B,Kim,b@example.com,nie,`,
  ];
  const plans = await Promise.all(files.map((csv) => preview(admin, csv)));
  expect(plans.map(({ separator }) => separator)).toEqual([';', ';', ',']);
  for (const { rows } of plans) {
    expect(rows).toMatchObject([
      { row: 2, outcome: 'add', username: 'a', is_active: true },
      { row: 3, outcome: 'add', username: 'b', is_active: false },
    ]);
  }
  const unclear = (await preview(admin, `sep=;\n${columns}\na;A;Kim;a@example.com;maybe`)).rows[0];
  expect(unclear?.problems).toMatchObject([{ field: 'is_active', problem: 'invalid', value: 'maybe' }]);
  expect(await admin.try(previewImport, { body: { csv: 'sep=;' } })).toMatchObject({ body: { code: 'csv_empty' } });
});

test('reports errors of the whole file', async ({ server }) => {
  const admin = await server.given.admin();
  const refusal = async (csv: string) => {
    const { status, body } = await admin.try(previewImport, { body: { csv } });
    return [status, body.code, body.details];
  };
  expect(await refusal(head)).toEqual([400, 'csv_empty', undefined]);
  expect(await refusal('')).toEqual([400, 'csv_empty', undefined]);
  expect(await refusal('username,email\na,b')).toEqual([
    400,
    'csv_columns_missing',
    { columns: 'first_name, last_name' },
  ]);
  expect(await refusal(`${head}a,b,c,d,,\nb,"c,d,e,,\n`)).toEqual([400, 'csv_unreadable', { row: 3 }]);
  const row = (n: number) => `u${n},U,U,u${n}@example.com,,\n`;
  const many = head + Array.from({ length: 10_001 }, (_, n) => row(n)).join('');
  expect(await refusal(many)).toEqual([413, 'csv_too_large', undefined]);
  expect(await refusal(head + 'é'.repeat(1_100_000))).toEqual([413, 'csv_too_large', undefined]);
});

test('imports only what was previewed: refuses another file or changed data', async ({ server }) => {
  const admin = await server.given.admin();
  const [{ name }, known] = [await server.given.group(), await usernames(admin)];
  const csv = `${head}eva,Eva,User,eva@example.com,,${name}\n`;
  const outdated = { status: 409, body: { code: 'import_outdated' } };
  const { digest } = await preview(admin, csv);
  expect(await send(admin, csv.replace('Eva', 'Eve'), digest)).toMatchObject(outdated);
  await admin.call(updateGroup, { params: { name }, body: { name, is_admin: true } });
  expect(await send(admin, csv, digest)).toMatchObject(outdated);
  await admin.call(deleteGroup, { params: { name } });
  expect(await send(admin, csv, digest)).toMatchObject(outdated);
  const plain = `${head}eva,Eva,User,eva@example.com,,\n`;
  const second = (await preview(admin, plain)).digest;
  const eva = { username: 'eva', first_name: 'E', last_name: 'U', email: 'e@example.com' };
  await admin.call(addUser, { body: eva });
  expect(await send(admin, plain, second)).toMatchObject(outdated);
  expect((await usernames(admin)).toSorted()).toEqual([...known, 'eva'].toSorted());
});

test('adds every user once when the same file is imported twice concurrently', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const known = await usernames(admin);
  const csv = head + Array.from({ length: 50 }, (_, n) => `u${n},U,U,u${n}@example.com,,\n`).join('');
  const { digest } = await preview(admin, csv);
  const headers = { cookie: admin.cookie ?? '', 'content-type': 'application/json' };
  const body = JSON.stringify({ csv, digest });
  const answers = await Promise.all(
    [server, replica].map((core) => core.stranger().send('POST', '/users/import', { headers, body })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await usernames(admin)).toHaveLength(known.length + 50);
});

test('exports the requested users, escapes formulas, and imports its own file', async ({ server }) => {
  const admin = await server.given.admin();
  await server.given.group({ name: 'VPN | home' });
  const una = await server.given.user({ groups: ['VPN | home', 'admin'] });
  const [bob, cleo] = [await server.given.user(), await server.given.user()];
  const names = { first_name: '=HYPERLINK("http://evil.example")', last_name: '\'Quoted, "so"' };
  await admin.call(updateUser, { params: { username: una.username }, body: { ...names, phone: '+48 123 456 789' } });
  await admin.call(updateUser, { params: { username: bob.username }, body: { is_active: false } });
  await server.database.query(`update "user" set managed_by = 'ldap' where id = $1`, [bob.id]);
  const download = async (users?: number[]) => {
    const answer = await admin.send(exportUsers.method, exportUsers.path, {
      body: JSON.stringify({ users }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    return Buffer.from(await answer.arrayBuffer()).toString('utf8');
  };
  const file = await download([bob.id, una.id]);
  expect(file.startsWith('\uFEFFusername,')).toBe(true);
  expect(file).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(file).toContain(`,'+48 123 456 789,VPN \\| home|admin,true,`);
  expect(file).toMatch(new RegExp(`^${bob.username},.*,ldap$`, 'm'));
  expect(file).not.toContain(cleo.username);
  // with the header and the end of the last line
  expect((await download()).split('\r\n')).toHaveLength((await usernames(admin)).length + 2);

  const elsewhere = await startTestServer();
  await using _ = elsewhere;
  const other = await elsewhere.given.admin();
  await elsewhere.given.group({ name: 'VPN | home' });
  expect(await run(other, file)).toMatchObject({ status: 200, body: { added: 2 } });
  const users = await other.call(listUsers, {});
  expect(users).toMatchObject([
    { username: 'rosa' },
    { username: una.username, ...names, phone: '+48 123 456 789', groups: ['VPN | home', 'admin'], is_active: true },
    { username: bob.username, is_active: false },
  ]);
});

test('imports thousands of users', async ({ server }) => {
  const admin = await server.given.admin();
  const [{ name }, known] = [await server.given.group(), await usernames(admin)];
  const row = (n: number) =>
    `user.with.a.rather.long.name.${n},Firstname,"With, a name",user-no.${n}@example.com,,${name}\n`;
  const csv = head + Array.from({ length: 2_000 }, (_, n) => row(n)).join('');
  expect(await run(admin, csv)).toMatchObject({ body: { added: 2_000 } });
  expect(await usernames(admin)).toHaveLength(known.length + 2_000);
});
