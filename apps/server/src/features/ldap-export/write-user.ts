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
  if (!rules.writesUsers || user?.is_written === false) return complete(change, link, { isMoved: false }, context);
  if (!user || isOutside) {
    if (link) await removeUser(change, link, context);
    return complete(change, undefined, { isMoved: true }, context);
  }
  const isActive = user.is_active && user.in_scope;
  try {
    const written = await writeEntry(change, describeUser(user, schema, randomPassword()), link, context);
    const access = await writeAccess(change, isActive, written, context);
    await complete(change, { ...written.link, ...access }, written, context);
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
    await saveEntry(tx, change, { ...current.link, ...access });
    if (await finishPassword(tx, change)) await secrets.delete(tx, waitingPassword(change.id));
  });
}

/** What the entry accepts now. */
type Access = Pick<LinkedEntry, 'has_password' | 'is_revoked' | 'is_outdated'>;

/** Stores what was written. A password that was set meanwhile remains. */
async function complete(
  change: ClaimedChange,
  link: LinkedEntry | undefined,
  { isMoved }: Pick<WrittenEntry, 'isMoved'>,
  { db, secrets, clock }: WriteContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (link) await saveEntry(tx, change, link);
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

/** Active Directory: accounts are disabled by a bit, and need a password to be enabled. */
async function writeAccountControl(
  change: ClaimedChange,
  isActive: boolean,
  { link, before }: WrittenEntry,
  context: WriteContext,
): Promise<Access> {
  const password = change.password === 'set' ? await findPassword(change.id, context) : undefined;
  const isRandom = password === undefined && (!before || change.password === 'remove' || link.is_outdated);
  if (password !== undefined || isRandom) await setPassword(link.dn, password ?? randomPassword(), context);
  const control = Number(before?.values(controlAttribute)[0] ?? normalAccount | accountDisabled);
  const wanted = isActive ? control & ~accountDisabled : control | accountDisabled;
  if (wanted !== control) await context.writer.replace(link.dn, { [controlAttribute]: [String(wanted)] });
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
  if (password !== undefined || isRandom) await setPassword(link.dn, password ?? randomPassword(), context);
  const hasPassword = password !== undefined || (link.has_password && !isRandom);
  return { has_password: hasPassword, is_revoked: !isActive, is_outdated: false };
}

function hasRequiredPassword({ schema }: WriteContext): boolean {
  return schema.auxiliaryClasses.some((name) => name.toLowerCase() === 'simplesecurityobject');
}

async function findPassword(userId: number, { db, secrets }: WriteContext): Promise<string | undefined> {
  return secrets.get(db, waitingPassword(userId));
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

/** Deletes an entry that this instance created, or disables it. */
async function removeUser(change: ClaimedChange, link: LinkedEntry, context: WriteContext): Promise<void> {
  const { writer, rules } = context;
  // an entry that was never confirmed may be that of others
  const entry = link.external_id === null ? undefined : await findLinked(change, link, context);
  if (!entry) return;
  if (link.is_created && rules.removal === 'delete') return writer.delete(entry.dn);
  const current = { link: { ...link, dn: entry.dn, is_revoked: false }, before: entry, isMoved: false };
  await writeAccess({ ...change, password: null }, false, current, context);
}
