import { type NoticeKind, noticeKinds } from '@gatewarden/contract/notices';
import type { Log } from '../../platform/log/log.ts';

export interface NoticeFacts {
  /** When the condition began; null when that is unknown. */
  readonly since: Date | null;
  /** Named by the console's sentence; no secrets. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

export interface ActiveNotice extends NoticeFacts {
  readonly kind: NoticeKind;
}

/** Undefined while the condition does not apply. Called often: at most one cheap query, and no write. */
type NoticeProvider = () => Promise<NoticeFacts | undefined>;

/** Conditions of the instance that administrators see on every page. Features register one provider per kind. */
export interface Notices {
  /** @throws Error when the kind has a provider already */
  register(kind: NoticeKind, provider: NoticeProvider): void;
  /** Those that apply now, in the order of the contract. A provider that fails is logged and left out. */
  list(): Promise<ActiveNotice[]>;
  /**
   * Refreshes the list in the consoles that this replica serves, without using the database. A condition that all
   * replicas must learn of is an event instead: give it the topic `notices` in `live/stale-topics.ts`.
   */
  changed(): void;
  onChanged(listener: () => void): void;
}

export function createNotices({ log }: { readonly log: Log }): Notices {
  const providers = new Map<NoticeKind, NoticeProvider>();
  const listeners: (() => void)[] = [];

  async function read(kind: NoticeKind): Promise<ActiveNotice | undefined> {
    try {
      const facts = await providers.get(kind)?.();
      return facts && { kind, ...facts };
    } catch (error) {
      log.warn({ err: error, kind }, 'a notice for administrators could not be determined');
      return undefined;
    }
  }

  return {
    register(kind, provider) {
      if (providers.has(kind)) throw new Error(`the notice ${kind} is registered twice`);
      providers.set(kind, provider);
    },
    async list() {
      const found = await Promise.all(noticeKinds.map(read));
      return found.filter((notice) => notice !== undefined);
    },
    changed() {
      for (const listener of listeners) listener();
    },
    onChanged: (listener) => void listeners.push(listener),
  };
}
