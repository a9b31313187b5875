import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../platform/database/database.ts';
import type { SecretName } from '../../platform/secrets/secret-value.ts';
import { WriteRefused } from '../../ports/ldap-writer.ts';
import { type ClaimedChange, finishChange, finishPassword, markGroupsOf } from './changes.queries.ts';
import { accountDisabled, controlAttribute, describeUser, normalAccount } from './describe-entries.ts';
import { deleteEntry, findEntry, type LinkedEntry, saveEntry } from './entries.queries.ts';
import { findExportedUser } from './exported-objects.queries.ts';
import { findLinked, type WriteContext, type WrittenEntry, writeEntry } from './write-entry.ts';

/** The password of a user until the directory has it. */
export function waitingPassword(userId: number): SecretName {
  return { kind: 'ldap-password', owner: userId };
}

/** Makes the entry of an account as the account is. @throws WriteRefused, DirectoryFailure */
export async function writeUser(change: ClaimedChange, context: WriteContext): Promise<void> {
  const { db, rules, schema } = context;
  const user = await findExportedUser(db, change.id, rules);
  const link = await findEntry(db, change);
  const isOutside = user && !user.in_scope && (rules.removal === 'delete' || !link?.external_id);
  if (!rules.writesUsers || user?.is_written === false) {
    // the entry still accepts the former password
    const isOutdated = link !== undefined && change.password !== null;
    const kept = isOutdated ? { ...link, has_password: false, is_outdated: true } : link;
    return complete(change, kept, { isMoved: false }, context);
  }
  if (!user || isOutside) {
    if (link) await removeUser(change, link, context);
    return complete(change, undefined, { isMoved: true }, context);
  }
  const isActive = user.is_active && user.in_scope;
  try {
    const written = await writeEntry(change, describeUser(user, schema, randomPassword()), link, context);
    const access = await writeAccess(change, isActive, written, context);
    const { isMoved } = written;
    await complete(change, { ...written.link, ...access }, { isMoved, wasOutdated: link?.is_outdated }, context);
  } catch (error) {
    // a name or address that the directory refuses must not retain its access
    if (error instanceof WriteRefused && !(error instanceof PasswordRefused) && link) {
      await writeOnlyAccess(change, isActive, link, context);
    }
    throw error;
  }
}

/** Password and status of an entry whose other values are refused. */
async function writeOnlyAccess(
  change: ClaimedChange,
  isActive: boolean,
  link: LinkedEntry,
  context: WriteContext,
): Promise<void> {
  const entry = link.external_id === null ? undefined : await findLinked(change, link, context);
  if (!entry) return;
  const current = { link: { ...link, dn: entry.dn }, before: entry, isMoved: false };
  const access = await writeAccess(change, isActive, current, context);
  const { db, secrets } = context;
  await inTransaction(db, async (tx) => {
    await saveEntry(tx, change, { ...current.link, ...access }, { wasOutdated: link.is_outdated });
    if (await finishPassword(tx, change)) await secrets.delete(tx, waitingPassword(change.id));
  });
}

/** What the entry accepts now. */
type Access = Pick<LinkedEntry, 'has_password' | 'is_revoked' | 'is_outdated'>;

/** Stores what was written. A password that was set meanwhile remains. */
async function complete(
  change: ClaimedChange,
  link: LinkedEntry | undefined,
  { isMoved, wasOutdated }: { readonly isMoved: boolean; readonly wasOutdated?: boolean | undefined },
  { db, secrets, clock }: WriteContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (link) await saveEntry(tx, change, link, { wasOutdated: wasOutdated === true });
    else await deleteEntry(tx, change);
    if (isMoved) await markGroupsOf(tx, [change.id], clock.now());
    if (await finishChange(tx, change)) await secrets.delete(tx, waitingPassword(change.id));
  });
}

/** Writes password and status. */
async function writeAccess(
  change: ClaimedChange,
  isActive: boolean,
  written: WrittenEntry,
  context: WriteContext,
): Promise<Access> {
  return context.schema.isActiveDirectory
    ? writeAccountControl(change, isActive, written, context)
    : writeRevocation(change, isActive, written, context);
}

/** Active Directory: accounts are disabled by a bit, which no rule for passwords may prevent, and need a password to be enabled. */
async function writeAccountControl(
  change: ClaimedChange,
  isActive: boolean,
  { link, before }: WrittenEntry,
  context: WriteContext,
): Promise<Access> {
  const password = change.password === 'set' ? await findPassword(change.id, context) : undefined;
  const isRandom = password === undefined && (!before || change.password === 'remove' || link.is_outdated);
  const initial = normalAccount | accountDisabled;
  // unknown if the service account cannot read it
  const control = before ? Number(before.values(controlAttribute)[0] ?? Number.NaN) : initial;
  const known = Number.isNaN(control) ? initial : control;
  const wanted = isActive ? known & ~accountDisabled : known | accountDisabled;
  const writeControl = async () => {
    if (wanted !== control) await context.writer.replace(link.dn, { [controlAttribute]: [String(wanted)] });
  };
  if (!isActive) await writeControl();
  if (password !== undefined || isRandom) await writePassword(change, link, password, context);
  if (isActive) await writeControl();
  const hasPassword = password !== undefined || (link.has_password && !isRandom);
  return { has_password: hasPassword, is_revoked: !isActive, is_outdated: false };
}

/**
 * Others have no status that every server understands: a lock of a password policy only has an effect if that policy locks.
 * So the password of a disabled account is replaced by a random one, also if it is not known to have one: the directory may
 * have got it from elsewhere.
 */
async function writeRevocation(
  change: ClaimedChange,
  isActive: boolean,
  { link, before }: WrittenEntry,
  context: WriteContext,
): Promise<Access> {
  const password = change.password === 'set' && isActive ? await findPassword(change.id, context) : undefined;
  const isRevoked = change.password === 'remove' || link.is_outdated || (!isActive && !link.is_revoked);
  const needsPassword = before === undefined && hasRequiredPassword(context);
  const isRandom = password === undefined && (isRevoked || needsPassword);
  if (password !== undefined || isRandom) await writePassword(change, link, password, context);
  const hasPassword = password !== undefined || (link.has_password && !isRandom);
  return { has_password: hasPassword, is_revoked: !isActive, is_outdated: false };
}

function hasRequiredPassword({ schema }: WriteContext): boolean {
  return schema.auxiliaryClasses.some((name) => name.toLowerCase() === 'simplesecurityobject');
}

async function findPassword(userId: number, { db, secrets }: WriteContext): Promise<string | undefined> {
  return secrets.get(db, waitingPassword(userId));
}

/**
 * Sets this password, or a random one without any. If the directory refuses a new password, the former one must not remain
 * valid until another is chosen: it is replaced by a random one.
 * @throws PasswordRefused; other WriteRefused
 */
async function writePassword(
  change: ClaimedChange,
  link: LinkedEntry,
  password: string | undefined,
  context: WriteContext,
): Promise<void> {
  try {
    await setPassword(link.dn, password ?? randomPassword(), context);
  } catch (error) {
    if (!(error instanceof PasswordRefused) || password === undefined) throw error;
    await setPassword(link.dn, randomPassword(), context);
    const written = { ...link, has_password: false, is_outdated: false };
    await inTransaction(context.db, (tx) => saveEntry(tx, change, written, { wasOutdated: link.is_outdated }));
    throw error;
  }
}

/** @throws WriteRefused; its rules for passwords are told apart from others */
async function setPassword(dn: string, password: string, { writer }: WriteContext): Promise<void> {
  try {
    await writer.setPassword(dn, password);
  } catch (error) {
    if (!(error instanceof WriteRefused) || error.reason !== 'constraint') throw error;
    throw new PasswordRefused(error);
  }
}

/** The rules of the directory do not allow the password. */
export class PasswordRefused extends WriteRefused {
  constructor(cause: WriteRefused) {
    super('constraint', cause.message, { cause });
  }
}

/** A password that no one knows, with characters of all classes that rules usually require. */
function randomPassword(): string {
  return `Aa1!${randomBytes(32).toString('base64url')}`;
}

/** Deletes an entry that this instance created, or disables it; also if it cannot be deleted, as with entries below it. */
async function removeUser(change: ClaimedChange, link: LinkedEntry, context: WriteContext): Promise<void> {
  const { writer, rules } = context;
  // an entry that was never confirmed may be that of others
  const entry = link.external_id === null ? undefined : await findLinked(change, link, context);
  if (!entry) return;
  const current = { link: { ...link, dn: entry.dn, is_revoked: false }, before: entry, isMoved: false };
  const revoke = () => writeAccess({ ...change, password: null }, false, current, context);
  if (!link.is_created || rules.removal !== 'delete') return void (await revoke());
  try {
    await writer.delete(entry.dn);
  } catch (error) {
    if (error instanceof WriteRefused) await revoke();
    throw error;
  }
}
