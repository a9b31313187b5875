import type { Directory } from '../../ports/directory.ts';
import type { RemovalBehavior } from './sync-state.ts';

/** A directory that accounts and groups can come from. Features that set one up provide it. */
export interface DirectorySource {
  /** As in `managed_by` of accounts and groups. */
  readonly name: string;
  rules(): Promise<SourceRules>;
  /** Undefined if it is not set up. */
  open(): Promise<Directory | undefined>;
  /** @throws directory_not_configured and the errors of directories */
  test(): Promise<void>;
}

export interface SourceRules {
  /** Whether a directory is set up, so that it can be read. */
  readonly isConfigured: boolean;
  /** Whether synchronization is on. */
  readonly isEnabled: boolean;
  readonly intervalSeconds: number;
  readonly target: 'all' | 'users' | 'groups';
  readonly userBehavior: RemovalBehavior;
  readonly adminBehavior: RemovalBehavior;
  readonly groupNames: readonly string[];
  /** More removals than this share of all, in percent, need a confirmation. */
  readonly removalPercent: number;
}
