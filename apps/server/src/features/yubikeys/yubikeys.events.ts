import type { YubikeyFailure } from '@gatewarden/contract/yubikeys';
import { type EventRules, formatRename, type LiveListener } from '../event-rules.ts';
import type { JobRow } from './jobs.queries.ts';
import type { YubikeyRow } from './yubikeys.queries.ts';

/** A YubiKey as the activity log stores it. */
export type YubikeySnapshot = YubikeyRow;

/** A job as the activity log stores it. */
export interface JobSnapshot {
  readonly id: number;
  readonly provisioner: string;
  readonly user_id: number;
}

interface YubikeyEvents {
  /** `owner` is a user name. */
  'yubikey.provisioning-started': { readonly job: JobSnapshot; readonly owner: string };
  /** With what the webhook `user_keys` sends; both keys are public. */
  'yubikey.provisioned': {
    readonly yubikey: YubikeySnapshot;
    readonly owner: string;
    readonly email: string;
    readonly ssh_key: string;
    readonly pgp_key: string;
    readonly provisioner: string;
  };
  'yubikey.provisioning-failed': {
    readonly job: JobSnapshot;
    readonly owner: string;
    readonly failure: YubikeyFailure;
    readonly detail: string | null;
  };
  'yubikey.renamed': { readonly before: YubikeySnapshot; readonly after: YubikeySnapshot; readonly owner: string };
  'yubikey.removed': { readonly yubikey: YubikeySnapshot; readonly owner: string };
  'provisioner.registered': { readonly provisioner: string };
  'provisioner.removed': { readonly provisioner: string };
  /** `owner` is the administrator who saw the token. */
  'provisioner-token.issued': { readonly owner: string };
  'provisioner-tokens.revoked': { readonly owner: string };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends YubikeyEvents {}
}

const provisioners = { admins: ['yubikeys'] } as const;
const keys = { admins: ['yubikeys', 'auth-keys'], own: ['yubikeys', 'auth-keys'] } as const;
const isAboutYubikey = ({ yubikey }: { readonly yubikey: YubikeySnapshot }, { userId }: LiveListener) =>
  yubikey.user_id === userId;
const isAboutJob = ({ job }: { readonly job: JobSnapshot }, { userId }: LiveListener) => job.user_id === userId;

export const yubikeyEvents = {
  'yubikey.provisioning-started': {
    entry: ({ job, owner }) => ({
      event: 'yubikey_provisioning_started',
      description: `YubiKey of ${owner} at ${job.provisioner}`,
      metadata: { owner, provisioner: job.provisioner, job },
    }),
    stale: { admins: ['yubikeys'], own: ['yubikeys'], isAbout: isAboutJob },
  },
  'yubikey.provisioned': {
    entry: ({ yubikey, owner, ...metadata }) => ({
      event: 'yubikey_provisioned',
      description: `${yubikey.name} (${yubikey.serial}) of ${owner} at ${metadata.provisioner}`,
      metadata: { owner, yubikey, ...metadata },
    }),
    stale: { ...keys, isAbout: isAboutYubikey },
  },
  'yubikey.provisioning-failed': {
    entry: ({ job, owner, failure, detail }) => ({
      event: 'yubikey_provisioning_failed',
      description: `YubiKey of ${owner} at ${job.provisioner}: ${detail ?? failure}`,
      metadata: { owner, provisioner: job.provisioner, job, reason: failure, detail },
    }),
    stale: { admins: ['yubikeys'], own: ['yubikeys'], isAbout: isAboutJob },
  },
  'yubikey.renamed': {
    entry: ({ before, after, owner }) => ({
      event: 'yubikey_renamed',
      description: `${formatRename(before.name, after.name)} of ${owner}`,
      metadata: { owner, before, after },
    }),
    stale: { ...keys, isAbout: ({ after }, { userId }) => after.user_id === userId },
  },
  'yubikey.removed': {
    entry: ({ yubikey, owner }) => ({
      event: 'yubikey_removed',
      description: `${yubikey.name} (${yubikey.serial}) of ${owner}`,
      metadata: { owner, yubikey },
    }),
    stale: { ...keys, isAbout: isAboutYubikey },
  },
  'provisioner.registered': {
    entry: ({ provisioner }) => ({
      event: 'provisioner_registered',
      description: `Provisioner ${provisioner}`,
      metadata: { provisioner },
    }),
    stale: provisioners,
  },
  'provisioner.removed': {
    entry: ({ provisioner }) => ({
      event: 'provisioner_removed',
      description: `Provisioner ${provisioner}`,
      metadata: { provisioner },
    }),
    stale: provisioners,
  },
  'provisioner-token.issued': {
    entry: ({ owner }) => ({
      event: 'provisioner_token_issued',
      description: `Token of ${owner}`,
      metadata: { owner },
    }),
    stale: {},
  },
  'provisioner-tokens.revoked': {
    entry: ({ owner }) => ({
      event: 'provisioner_tokens_revoked',
      description: `New token of ${owner}`,
      metadata: { owner },
    }),
    stale: provisioners,
  },
} as const satisfies EventRules<YubikeyEvents>;

export function jobSnapshot({
  id,
  user_id,
  provisioner_id: provisioner,
}: Pick<JobRow, 'id' | 'user_id' | 'provisioner_id'>): JobSnapshot {
  return { id, user_id, provisioner };
}
