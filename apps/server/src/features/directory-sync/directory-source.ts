import type { SyncSourceKind } from '@gatewarden/contract/directory-sync';
import { DomainError } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import type { Directory } from '../../ports/directory.ts';
import type { RemovalBehavior } from './sync-state.ts';

/** A directory that accounts and groups can come from. Features that set one up provide it. */
export interface DirectorySource {
  /** As in `managed_by` of accounts and groups. */
  readonly name: string;
  readonly kind: SyncSourceKind;
  /** For people. */
  readonly title: string;
  rules(): Promise<SourceRules>;
  /** Undefined if it is not set up. */
  open(): Promise<Directory | undefined>;
  /** @throws directory_not_configured and the errors of directories */
  test(): Promise<void>;
  /** Runs in the transaction that completes a synchronization. */
  onCompleted?(tx: Tx): Promise<void>;
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

/** The sources that exist now; more of them may be added and removed while core runs. */
export type ListSources = () => Promise<readonly DirectorySource[]>;

/** @throws directory_source_not_found */
export async function getSource(listSources: ListSources, name: string): Promise<DirectorySource> {
  const source = (await listSources()).find((each) => each.name === name);
  if (!source) throw new DomainError('directory_source_not_found');
  return source;
}

/** The name of the source that an identity provider is. */
export function providerSourceName(providerId: number): string {
  return `openid-${providerId}`;
}
