import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Image, Size } from './image.ts';

export interface LogoRow extends Image {
  readonly hash: string;
}

export async function findLogo(db: Database | Tx, hash: string): Promise<Image | undefined> {
  const row = await db
    .selectFrom('logo')
    .select(['content_type', 'content', 'width', 'height'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { content_type, ...image } = row;
  return { ...image, contentType: content_type as Image['contentType'] };
}

export function findLogoSize(tx: Tx, hash: string): Promise<Size | undefined> {
  return tx.selectFrom('logo').select(['width', 'height']).where('hash', '=', hash).executeTakeFirst();
}

/** An image that is stored already counts as uploaded again. */
export async function storeLogo(tx: Tx, { contentType, ...logo }: LogoRow, uploaded_at: Date): Promise<void> {
  await tx
    .insertInto('logo')
    .values({ ...logo, content_type: contentType, uploaded_at })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ uploaded_at }))
    .execute();
}

/** Without those of `kept`: all that were uploaded before `until`, and of the others all but the latest. */
export async function deleteUnusedLogos(
  tx: Tx,
  { kept, until, latest }: { readonly kept: readonly string[]; readonly until: Date; readonly latest: number },
): Promise<void> {
  const recent = tx
    .selectFrom('logo')
    .select('hash')
    .where('uploaded_at', '>', until)
    .$if(kept.length > 0, (query) => query.where('hash', 'not in', kept))
    .orderBy('uploaded_at', 'desc')
    .orderBy('hash')
    .limit(latest);
  await tx
    .deleteFrom('logo')
    .where('hash', 'not in', recent)
    .$if(kept.length > 0, (query) => query.where('hash', 'not in', kept))
    .execute();
}

export async function deleteLogos(tx: Tx, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await tx.deleteFrom('logo').where('hash', 'in', hashes).execute();
}
