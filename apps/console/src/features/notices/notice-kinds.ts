import type { Notice, NoticeKind } from '@gatewarden/contract/notices';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { AcknowledgeRestore } from './components/acknowledge-restore.tsx';
import { LicenceText, LicenceTitle } from './components/licence-notice.tsx';
import { RestoredText } from './components/restored-text.tsx';

export interface NoticeDisplay {
  /** Danger: something does not work. Warning: something is at risk. */
  readonly severity: 'danger' | 'warning';
  /** Page with further information. */
  readonly link?: { readonly to: NonNullable<LinkProps['to']>; readonly label: ParseKeys<'notices'> };
  /** Replaces the title in `notices.json` if that depends on the details. */
  readonly Title?: ComponentType<{ readonly notice: Notice }>;
  /** Whether an administrator can hide it in this browser until tomorrow. */
  readonly canBeHidden?: true;
  /** Replaces the text in `notices.json` if that needs more than the values of `details`. */
  readonly Text?: ComponentType<{ readonly notice: Notice }>;
  /** Below the text, such as a button that confirms. */
  readonly Action?: ComponentType<{ readonly notice: Notice }>;
}

/** Display of each kind. Its `title` and `text`, which may use `details`, are in `notices.json` under its name. */
const displays: Readonly<Record<NoticeKind, NoticeDisplay>> = {
  database_read_only: { severity: 'danger' },
  database_full: { severity: 'danger' },
  restored: {
    severity: 'danger',
    Text: RestoredText,
    link: { to: '/users', label: 'restored.link' },
    Action: AcknowledgeRestore,
  },
  gateway_drift: { severity: 'danger', link: { to: '/locations', label: 'gateway_drift.link' } },
  log_checkpoint_problem: { severity: 'warning', link: { to: '/activity', label: 'open_activity_log' } },
  scim_removals_stopped: { severity: 'danger', link: { to: '/settings/scim', label: 'scim_removals_stopped.link' } },
  license: {
    severity: 'warning',
    Title: LicenceTitle,
    Text: LicenceText,
    link: { to: '/settings/enterprise', label: 'license.open' },
    canBeHidden: true,
  },
  reauthentication_off: { severity: 'warning', link: { to: '/settings/security', label: 'reauthentication_off.link' } },
};

/** Undefined for a kind that only a newer server knows. */
export function displayOf(kind: string): NoticeDisplay | undefined {
  return Object.hasOwn(displays, kind) ? displays[kind as NoticeKind] : undefined;
}
