import { createHash } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import type { UploadedLogo } from '@gatewarden/contract/settings';
import { type LogoKind, logoPath } from '@gatewarden/contract/settings.names';
import type { Origin } from '../../../platform/actor.ts';
import { type Database, inTransaction } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import type { Clock } from '../../../ports/clock.ts';
import { lockSettings } from '../settings.queries.ts';
import type { CheckLogo } from './check-logo.ts';
import type { Image } from './image.ts';
import { hashesOf, hashOfLogo } from './logo-settings.ts';
import * as queries from './logos.queries.ts';

export interface Logos {
  /**
   * Stores an image for at least an hour, in which a setting can name it. Nothing else changes.
   * @throws logo_unsupported, logo_unsafe, logo_too_large, rate_limited while too many are checked
   */
  upload(origin: Origin, kind: LogoKind, bytes: Buffer): Promise<UploadedLogo>;
  /** @throws logo_not_found */
  get(hash: string): Promise<Image>;
}

export interface InlineLogo {
  /**
   * The logo as an address that contains it if it was uploaded: for pages on other hosts, which may not reach core. Other
   * addresses remain.
   */
  inlineLogo(url: string): Promise<string>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly check: CheckLogo;
}

const hourMilliseconds = 3_600_000;
/** Uploads of the last hour that no setting names; bounds what administrators can store. */
const maxUnused = 20;

export function createLogos({ db, events, clock, check }: Dependencies): Logos & InlineLogo {
  return {
    async upload(origin, kind, bytes) {
      const owner = origin.by === 'system' ? origin.by : String(origin.by.userId);
      const image = await check(owner, bytes, kind);
      const hash = createHash('sha256').update(image.content).digest('hex');
      const { width, height, contentType: content_type } = image;
      const uploaded = { url: `${logoPath}${hash}`, content_type, width, height, bytes: image.content.length };
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        // a change of settings must not name a logo that is deleted here
        const kept = hashesOf(await lockSettings(tx, []));
        await queries.storeLogo(tx, { ...image, hash }, now);
        const until = new Date(now.getTime() - hourMilliseconds);
        await queries.deleteUnusedLogos(tx, { kept, until, latest: maxUnused });
        await events.publish(tx, 'settings.logo-uploaded', origin, { kind, ...uploaded });
      });
      return uploaded;
    },
    async get(hash) {
      const image = await queries.findLogo(db, hash);
      if (!image) throw new DomainError('logo_not_found');
      return image;
    },
    async inlineLogo(url) {
      const hash = hashOfLogo(url);
      const image = hash === undefined ? undefined : await queries.findLogo(db, hash);
      return image ? `data:${image.contentType};base64,${image.content.toString('base64')}` : url;
    },
  };
}
