import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../platform/database/database.ts';
import type { SecretName } from '../../platform/secrets/secret-value.ts';
import { WriteRefused } from '../../ports/ldap-writer.ts';
import { type ClaimedChange, finishChange, finishPassword, markGroupsOf } from './changes.queries.ts';
import { accountDisabled, controlAttribute, describeUser, normalAccount } from './describe-entries.ts';
import { deleteEntry, findEntry, type LinkedEntry, saveEntry } from './entries.queries.ts';
import { findExportedUser } from './exported-objects.queries.ts';
import { deleteOrEndAccess, findConfirmed, type WriteContext, type WrittenEntry, writeEntry } from './write-entry.ts';

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
    return complete(change, kept, { isMoved: false, wasOutdated: false }, context);
  }
  if (!user || isOutside) {
    if (link) await removeUser(change, link, context);
    return complete(change, undefined, { isMoved: true, wasOutdated: false }, context);
  }
  const isActive = user.is_active && user.in_scope;
  // first, because the directory may refuse other values, or the entry may be too large to be read as a whole
  const endsAccess = link && (!isActive || change.password !== null || link.is_outdated);
  const rest = endsAccess ? await endAccess(change, isActive, link, context) : change;
  const latest = link && (await findEntry(db, change));
  const written = await writeEntry(change, describeUser(user, schema, randomPassword()), latest, context);
  const access = await writeAccess(rest, isActive, written, context);
  const { isMoved } = written;
  await complete(change, { ...written.link, ...access }, { isMoved, wasOutdated: written.link.is_outdated }, context);
}

/**
 * Writes password and status only. Returns what remains of the change: what the directory refuses is left to the complete write,
 * which reports it. @throws DirectoryFailure
 */
async function endAccess(
  change: ClaimedChange,
  isActive: boolean,
  link: LinkedEntry,
  context: WriteContext,
): Promise<ClaimedChange> {
  const { db, secrets, clock } = context;
  try {
    const entry = await findConfirmed(change, link, [controlAttribute], context);
    if (!entry) return change;
    const current = { link: { ...link, dn: entry.dn }, before: entry, isMoved: false };
    const access = await writeAccess(change, isActive, current, context);
    await inTransaction(db, async (tx) => {
      await saveEntry(tx, change, { ...current.link, ...access }, { wasOutdated: link.is_outdated });
      if (entry.dn !== link.dn) await markGroupsOf(tx, [change.id], clock.now());
      if (await finishPassword(tx, change)) await secrets.delete(tx, waitingPassword(change.id));
    });
    return { ...change, password: null };
  } catch (error) {
    if (error instanceof WriteRefused) return change;
    throw error;
  }
}

/** What the entry accepts now. */
type Access = Pick<LinkedEntry, 'has_password' | 'is_revoked' | 'is_outdated'>;

/** Stores what was written. A password that was set meanwhile remains. */
async function complete(
  change: ClaimedChange,
  link: LinkedEntry | undefined,
  { isMoved, wasOutdated }: { readonly isMoved: boolean; readonly wasOutdated: boolean },
  { db, secrets, clock }: WriteContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (link) await saveEntry(tx, change, link, { wasOutdated });
    else await deleteEntry(tx, change);
    if (isMoved) await markGroupsOf(tx, [change.id], clock.now());
    if (await finishChange(tx, change)) await secrets.delete(tx, waitingPassword(change.id));
  });
}

/** Writes password and status. @throws WriteRefused, DirectoryFailure */
async function writeAccess(
  change: ClaimedChange,
  isActive: boolean,
  written: WrittenEntry,
  context: WriteContext,
): Promise<Access> {
  const write = context.schema.isActiveDirectory ? writeAccountControl : writeRevocation;
  const hasPassword = await write(change, isActive, written, context);
  return { has_password: hasPassword, is_revoked: !isActive, is_outdated: false };
}

/**
 * Active Directory: a bit disables accounts. It is set before the password, whose rules must not prevent that, and cleared
 * after it, because enabling requires a password. Returns whether the directory has the password of the account.
 */
async function writeAccountControl(
  change: ClaimedChange,
  isActive: boolean,
  { link, before }: WrittenEntry,
  context: WriteContext,
): Promise<boolean> {
  const password = change.password === 'set' ? await findPassword(change.id, context) : undefined;
  const isReplaced = !before || change.password === 'remove' || link.is_outdated;
  const initial = String(normalAccount | accountDisabled);
  // undefined if the service account cannot read it
  const current = before ? before.values(controlAttribute)[0] : initial;
  const flags = Number(current ?? initial);
  const wanted = String(isActive ? flags & ~accountDisabled : flags | accountDisabled);
  const writeControl = async () => {
    if (wanted !== current) await context.writer.replace(link.dn, { [controlAttribute]: [wanted] });
  };
  if (!isActive) await writeControl();
  const hasPassword = await renewPassword(change, link, { password, isReplaced }, context);
  if (isActive) await writeControl();
  return hasPassword;
}

/**
 * Others have no status that every server understands: a lock of a password policy only has an effect if that policy locks.
 * So the password of a disabled account is replaced by a random one, also if it is not known to have one: the directory may
 * have got it from elsewhere. Returns whether the directory has the password of the account.
 */
async function writeRevocation(
  change: ClaimedChange,
  isActive: boolean,
  { link, before }: WrittenEntry,
  context: WriteContext,
): Promise<boolean> {
  const password = change.password === 'set' && isActive ? await findPassword(change.id, context) : undefined;
  const isRevoked = change.password === 'remove' || link.is_outdated || (!isActive && !link.is_revoked);
  const needsPassword = before === undefined && hasRequiredPassword(context);
  return renewPassword(change, link, { password, isReplaced: isRevoked || needsPassword }, context);
}

/**
 * Writes `password`, or without one a random one if the former `isReplaced`. Returns whether the directory has the password of
 * the account. @throws PasswordRefused; other WriteRefused
 */
async function renewPassword(
  change: ClaimedChange,
  link: LinkedEntry,
  { password, isReplaced }: { readonly password: string | undefined; readonly isReplaced: boolean },
  context: WriteContext,
): Promise<boolean> {
  if (password === undefined && !isReplaced) return link.has_password;
  await writePassword(change, link, password, context);
  return password !== undefined;
}

function hasRequiredPassword({ schema }: WriteContext): boolean {
  return schema.auxiliaryClasses.some((name) => name.toLowerCase() === 'simplesecurityobject');
}

async function findPassword(userId: number, { db, secrets }: WriteContext): Promise<string | undefined> {
  return secrets.get(db, waitingPassword(userId));
}

/**
 * Sets `password`, or a random one if it is undefined. If the directory refuses `password`, a random one replaces the former one
 * and is recorded in the link. @throws PasswordRefused also after that; other WriteRefused
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

/** @throws PasswordRefused if a rule for passwords refuses it; other WriteRefused */
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

/**
 * Deletes the entry if this instance created it and the rules say so; otherwise disables it. If the directory refuses the
 * deletion, the entry is disabled. @throws WriteRefused, DirectoryFailure
 */
async function removeUser(change: ClaimedChange, link: LinkedEntry, context: WriteContext): Promise<void> {
  const { writer, rules } = context;
  const entry = await findConfirmed(change, link, [controlAttribute], context);
  if (!entry) return;
  const current = { link: { ...link, dn: entry.dn, is_revoked: false }, before: entry, isMoved: false };
  const revoke = () => writeAccess({ ...change, password: null }, false, current, context);
  if (link.is_created && rules.removal === 'delete') await deleteOrEndAccess(writer, entry.dn, revoke);
  else await revoke();
}
