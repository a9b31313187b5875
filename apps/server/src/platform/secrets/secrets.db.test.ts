import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { inTransaction, openDatabase, openPool, type Tx } from '../database/database.ts';
import { openSecrets } from './open-secrets.ts';
import { UnreadableSecretError } from './secrets.ts';

const name = { kind: 'totp', owner: 7 };
const notRecorded = async () => undefined;
const replacement = { isKeyOfAllCores: async () => true, recordStart: notRecorded };

/** A database and how a core with an instance key opens its secrets. */
async function givenInstance() {
  await using made = new AsyncDisposableStack();
  const database = made.use(await createTestDatabase());
  const pool = openPool({ connection: database.connection, maxConnections: 6, onIdleError: () => undefined });
  made.defer(() => pool.end());
  const db = openDatabase(pool);
  const instanceKey = randomBytes(32);
  const opened = await openSecrets(db, instanceKey);
  const rest = made.move();
  return {
    ...opened,
    database,
    db,
    instanceKey,
    open: (key = instanceKey) => openSecrets(db, key),
    set: (text: string, owner: number | string = 7) =>
      inTransaction(db, (tx) => opened.secrets.set(tx, { kind: 'totp', owner }, text)),
    /** Another valid instance key, and the secrets as a core with it opens them. */
    addKey: async () => {
      const next = randomBytes(32);
      await opened.keyRotation.addInstanceKey(notRecorded, next);
      return { next, opened: await openSecrets(db, next) };
    },
    /** Stores the secrets of 7 and 8, and the value of 8 also as that of 7, which therefore cannot be decrypted. */
    setMovedSecret: async () => {
      await inTransaction(db, async (tx) => {
        for (const owner of [7, 8]) await opened.secrets.set(tx, { kind: 'totp', owner }, `secret ${owner}`);
      });
      await database.query(`update secret set value = (select value from secret where owner = '8') where owner = '7'`);
    },
    /** Makes every replacement fail at the condition, as if the process were killed there. */
    killReplacement: (condition: string) =>
      database.query(`create function stop() returns trigger language plpgsql as $$ begin
          if ${condition} then raise 'killed'; end if; return new; end $$;
        create trigger stop before insert on secret for each row execute function stop()`),
    keyIds: async () => (await database.query('select id from data_key order by id')).map(({ id }) => id),
    usedKeyIds: async () =>
      (await database.query('select distinct key_id from secret order by 1')).map((row) => row['key_id']),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

it('replaces, returns and deletes a secret', async () => {
  await using instance = await givenInstance();
  const { db, secrets, set } = instance;
  expect(await secrets.get(db, name)).toBeUndefined();
  await set('first');
  await set('second');
  expect(await secrets.get(db, name)).toBe('second');
  await inTransaction(db, (tx) => secrets.delete(tx, name));
  expect(await secrets.get(db, name)).toBeUndefined();
});

it('rejects a value that was moved from another owner or altered', async () => {
  await using instance = await givenInstance();
  const { db, secrets } = instance;
  await instance.setMovedSecret();
  await expect(secrets.get(db, name)).rejects.toThrow(UnreadableSecretError);
  await expect(secrets.get(db, name)).rejects.toThrow('the secret totp of 7 cannot be decrypted');
});

it('creates one data key when several cores first start at the same time', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 6, onIdleError: () => undefined });
  try {
    const [db, key] = [openDatabase(pool), randomBytes(32)];
    const opened = await Promise.all(Array.from({ length: 5 }, () => openSecrets(db, key)));
    expect(await database.query('select count(*)::int from data_key')).toEqual([{ count: 1 }]);
    const signatures = opened.map(({ signer }) => signer.sign('test', Buffer.from('value')).toString('hex'));
    expect(new Set(signatures).size).toBe(1);
  } finally {
    await pool.end();
  }
});

it('refuses another instance key', async () => {
  await using instance = await givenInstance();
  await expect(instance.open(randomBytes(32))).rejects.toThrow(/^The instance key is not the one/);
});

it('encrypts all secrets with a new data key, which other processes use immediately, and deletes the former one', async () => {
  await using instance = await givenInstance();
  const { db, set, keyRotation, database } = instance;
  const other = await instance.open();
  for (let owner = 1; owner <= 450; owner += 1) await set(`secret ${owner}`, owner);
  const before = await database.query('select value from secret');
  expect(await keyRotation.replaceDataKey(replacement)).toEqual({ count: 451, unreadable: [] });
  expect([await instance.keyIds(), await instance.usedKeyIds()]).toEqual([[2], [2]]);
  expect(
    await database.query('select count(*)::int from secret where value = any($1)', [before.map(({ value }) => value)]),
  ).toEqual([{ count: 0 }]);
  for (const owner of [1, 200, 450]) expect(await other.secrets.get(db, { ...name, owner })).toBe(`secret ${owner}`);
  await inTransaction(db, (tx) => other.secrets.set(tx, name, 'new'));
  expect(await instance.usedKeyIds()).toEqual([2]);
});

it('completes a replacement that was interrupted', async () => {
  await using instance = await givenInstance();
  const { db, secrets, set, keyRotation, database } = instance;
  for (const owner of [1, 2, 3]) await set(`secret ${owner}`, owner);
  await instance.killReplacement(`new.owner = '2'`);
  await expect(keyRotation.replaceDataKey(replacement)).rejects.toThrow('killed');
  expect(await instance.keyIds()).toEqual([1, 2]);
  for (const owner of [1, 2, 3]) expect(await secrets.get(db, { ...name, owner })).toBe(`secret ${owner}`);
  await database.query('drop trigger stop on secret');
  await keyRotation.replaceDataKey(replacement);
  expect([await instance.keyIds(), await instance.usedKeyIds()]).toEqual([[3], [3]]);
  for (const owner of [1, 2, 3]) expect(await secrets.get(db, { ...name, owner })).toBe(`secret ${owner}`);
});

it('waits for a transaction that stores a secret with the former data key, and encrypts it again', async () => {
  await using instance = await givenInstance();
  const { db, secrets, keyRotation, database } = instance;
  const stored = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const writing = inTransaction(db, async (tx) => {
    await secrets.set(tx, name, 'in flight');
    stored.resolve();
    await commit.promise;
  });
  await stored.promise;
  const replacing = keyRotation.replaceDataKey(replacement);
  await database.untilBlocked(replacing);
  commit.resolve();
  await writing;
  expect(await replacing).toMatchObject({ unreadable: [] });
  expect(await secrets.get(db, name)).toBe('in flight');
  expect([await instance.keyIds(), await instance.usedKeyIds()]).toEqual([[2], [2]]);
});

it('loses no secret that is changed or deleted while two processes replace the data key', async () => {
  await using instance = await givenInstance();
  const { db, secrets, set, keyRotation } = instance;
  const owners = Array.from({ length: 60 }, (_, index) => index);
  for (const owner of owners) await set('first', owner);
  const other = await instance.open();
  const changing = owners.map((owner) =>
    owner % 3 === 0
      ? inTransaction(db, (tx) => secrets.delete(tx, { ...name, owner }))
      : set(`changed ${owner}`, owner),
  );
  await Promise.all([
    keyRotation.replaceDataKey(replacement),
    ...changing,
    other.keyRotation.replaceDataKey(replacement),
  ]);
  await keyRotation.replaceDataKey(replacement);
  expect(await instance.keyIds()).toHaveLength(1);
  for (const owner of owners) {
    expect(await secrets.get(db, { ...name, owner })).toBe(owner % 3 === 0 ? undefined : `changed ${owner}`);
  }
});

it('reports secrets that cannot be decrypted, and retains their data key', async () => {
  await using instance = await givenInstance();
  const { keyRotation } = instance;
  await instance.setMovedSecret();
  expect(await keyRotation.replaceDataKey(replacement)).toEqual({
    count: 2,
    unreadable: [{ kind: 'totp', owner: '7' }],
  });
  expect(await instance.keyIds()).toEqual([1, 2]);
});

it('changes the instance key without a moment at which a core cannot start, and retains signatures', async () => {
  await using instance = await givenInstance();
  const { db, set, signer, instanceKey } = instance;
  await set('secret');
  const next = randomBytes(32);
  expect(await instance.keyRotation.addInstanceKey(notRecorded, instanceKey)).toBe(false);
  expect(await instance.keyRotation.addInstanceKey(notRecorded, next)).toBe(true);
  const former = await instance.open();
  const opened = await instance.open(next);
  for (const { secrets } of [former, opened]) expect(await secrets.get(db, name)).toBe('secret');
  await opened.keyRotation.replaceDataKey({ ...replacement, retained: next });
  expect(await opened.secrets.get(db, name)).toBe('secret');
  await expect(instance.open(instanceKey)).rejects.toThrow(/^The instance key is not the one/);
  await expect(former.secrets.get(db, name)).rejects.toMatchObject({ code: 'instance_key_replaced' });
  const value = Buffer.from('value');
  expect((await instance.open(next)).signer.verify('test', value, signer.sign('test', value))).toBe(true);
});

it('does not replace the data key while several instance keys are valid, except with the one to retain', async () => {
  await using instance = await givenInstance();
  const { db, set, instanceKey, keyRotation } = instance;
  await set('secret');
  const { next, opened } = await instance.addKey();
  for (const rotation of [keyRotation, opened.keyRotation])
    expect(await rotation.replaceDataKey(replacement)).toBe('several_keys_valid');
  // with the former key in the environment
  expect(await keyRotation.replaceDataKey({ ...replacement, retained: next })).toBe('retained_not_in_use');
  expect(await opened.secrets.get(db, name)).toBe('secret');
  expect(await opened.keyRotation.replaceDataKey({ ...replacement, retained: next })).toMatchObject({ unreadable: [] });
  // the former key was valid when this process started
  await expect(keyRotation.replaceDataKey({ ...replacement, retained: instanceKey })).rejects.toMatchObject({
    code: 'instance_key_replaced',
  });
  expect(await opened.secrets.get(db, name)).toBe('secret');
  expect(await opened.keyRotation.replaceDataKey(replacement)).toMatchObject({ unreadable: [] });
});

it('records a replacement with its first transaction, also if it is interrupted later', async () => {
  await using instance = await givenInstance();
  const { database, keyRotation, set } = instance;
  await set('secret');
  await instance.killReplacement('true');
  await database.query('create table record ()');
  const recordStart = async (tx: Tx) => void (await sql`insert into record default values`.execute(tx));
  await expect(keyRotation.replaceDataKey({ ...replacement, recordStart })).rejects.toThrow('killed');
  expect(await database.query('select count(*)::int from record')).toEqual([{ count: 1 }]);
  const unrecorded = async () => Promise.reject(new Error('log failed'));
  await expect(keyRotation.replaceDataKey({ ...replacement, recordStart: unrecorded })).rejects.toThrow('log failed');
  await expect(keyRotation.addInstanceKey(unrecorded, randomBytes(32))).rejects.toThrow('log failed');
  expect(await instance.keyIds()).toEqual([1, 2]);
});

it('invalidates no instance key that a running core uses', async () => {
  await using instance = await givenInstance();
  const { db, set, instanceKey } = instance;
  await set('secret');
  const { next, opened } = await instance.addKey();
  const isKeyOfAllCores = async () => false;
  expect(await opened.keyRotation.replaceDataKey({ ...replacement, isKeyOfAllCores, retained: next })).toBe(
    'other_key_in_use',
  );
  expect(await (await instance.open(instanceKey)).secrets.get(db, name)).toBe('secret');
  expect(await instance.keyIds()).toEqual([1]);
});

it('encrypts secrets that were locked in small transactions too', async () => {
  await using instance = await givenInstance();
  const { keyRotation, database, set } = instance;
  for (let owner = 1; owner <= 250; owner += 1) await set('secret', owner);
  const replacing = await (async () => {
    await using other = await database.transaction();
    await other.query('select from secret for update');
    const replacing = keyRotation.replaceDataKey(replacement);
    await database.untilBlocked(replacing);
    return { done: replacing };
  })();
  expect(await replacing.done).toEqual({ count: 251, unreadable: [] });
  const [largest] = await database.query('select count(*)::int from secret group by xmin::text order by 1 desc');
  expect(largest).toEqual({ count: 200 });
  expect([await instance.keyIds(), await instance.usedKeyIds()]).toEqual([[2], [2]]);
});
