import { type NoticeKind, noticeKinds } from '@gatewarden/contract/notices';
import type { Log } from '../../platform/log/log.ts';
import type { FindNotice, NoticeFacts } from '../feature.ts';

export interface ActiveNotice extends NoticeFacts {
  readonly kind: NoticeKind;
}

/** Finds the function that checks the condition; undefined if no feature provides one. */
export type FindProvider = (kind: NoticeKind) => FindNotice | undefined;

export interface NoticesService {
  /** The conditions that apply now, in the order of the contract. A failing provider is logged and left out. */
  list(): Promise<ActiveNotice[]>;
  /**
   * Refreshes the list in the consoles that this replica serves, without using the database. If all replicas must
   * refresh it, publish an event that makes the topic `notices` stale instead.
   */
  notifyChanged(): void;
  onChanged(listener: () => void): void;
}

interface Dependencies {
  readonly log: Log;
  readonly findProvider: FindProvider;
}

export function createNoticesService({ log, findProvider }: Dependencies): NoticesService {
  const listeners: (() => void)[] = [];

  async function read(kind: NoticeKind): Promise<ActiveNotice | undefined> {
    try {
      const facts = await findProvider(kind)?.();
      return facts && { kind, ...facts };
    } catch (error) {
      log.warn({ err: error, kind }, 'could not determine a notice for administrators');
      return undefined;
    }
  }

  return {
    async list() {
      const found = await Promise.all(noticeKinds.map(read));
      return found.filter((notice) => notice !== undefined);
    },
    notifyChanged() {
      for (const listener of listeners) listener();
    },
    onChanged: (listener) => void listeners.push(listener),
  };
}
