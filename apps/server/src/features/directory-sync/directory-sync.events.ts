import type { GuardReason, SyncCounts } from '@gatewarden/contract/directory-sync';
import type { EventRules } from '../event-rules.ts';

interface RunReference {
  readonly source: string;
  readonly runId: number;
}

interface DirectorySyncEvents {
  'directory-sync.requested': RunReference & { readonly isPreview: boolean };
  /** `users` are the administrators whose accounts may be linked. */
  'directory-sync.confirmed': RunReference & { readonly users: readonly number[] };
  'directory-sync.completed': RunReference & { readonly counts: SyncCounts };
  /** Nothing was changed. */
  'directory-sync.stopped': RunReference & { readonly guard: GuardReason; readonly counts: SyncCounts };
  /** `error` is an error code. */
  'directory-sync.failed': RunReference & { readonly error: string };
  /** The accounts and groups of the source are managed here from now on; `users` and `groups` count them. */
  'directory-sync.released': { readonly source: string; readonly users: number; readonly groups: number };
  /** A preview has its result, or the state of a run changed. */
  'directory-sync.progressed': RunReference;
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends DirectorySyncEvents {}
}

const stale = { admins: ['directory-sync'] } as const;

export const directorySyncEvents = {
  'directory-sync.requested': {
    entry: ({ runId, source, isPreview }) => ({
      event: 'directory_sync_requested',
      description: isPreview ? 'Preview' : 'Synchronization',
      metadata: { run: runId, source, is_preview: isPreview },
    }),
    stale,
  },
  'directory-sync.confirmed': {
    entry: ({ runId, source, users }) => ({
      event: 'directory_sync_confirmed',
      description: `Synchronization ${runId}`,
      metadata: { run: runId, source, administrators: users },
    }),
    stale,
  },
  'directory-sync.completed': {
    entry: ({ runId, source, counts }) => ({
      event: 'directory_sync_completed',
      description: `Added ${counts.added}, changed ${counts.changed}, disabled ${counts.disabled}, deleted ${counts.deleted}`,
      metadata: { run: runId, source, counts },
    }),
    stale,
  },
  'directory-sync.stopped': {
    entry: ({ runId, source, guard, counts }) => ({
      event: 'directory_sync_stopped',
      description: `Synchronization ${runId}: ${guard}`,
      metadata: { run: runId, source, guard, counts },
    }),
    stale,
  },
  'directory-sync.failed': {
    entry: ({ runId, source, error }) => ({
      event: 'directory_sync_failed',
      description: `Synchronization ${runId}: ${error}`,
      metadata: { run: runId, source, error },
    }),
    stale,
  },
  'directory-sync.released': {
    entry: ({ source, users, groups }) => ({
      event: 'directory_sync_released',
      description: `${source}: ${users} users, ${groups} groups`,
      metadata: { source, users, groups },
    }),
    stale: { admins: ['directory-sync', 'users', 'groups'] },
  },
  'directory-sync.progressed': { entry: 'not logged', stale },
} as const satisfies EventRules<DirectorySyncEvents>;
