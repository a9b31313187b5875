import type { Notice, NoticeKind } from '@gatewarden/contract/notices';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { AcknowledgeRestore } from './components/acknowledge-restore.tsx';

interface NoticeDisplay {
  /** Red: something does not work. Yellow: something is at risk. */
  readonly color: 'red' | 'yellow';
  /** Where an administrator looks further. */
  readonly link?: { readonly to: NonNullable<LinkProps['to']>; readonly label: ParseKeys<'notices'> };
  /** Below the text, such as a button that confirms. */
  readonly Action?: ComponentType<{ readonly notice: Notice }>;
}

/** How each kind is shown; its `title` and `text`, which may name `details`, are in `notices.json` below its name. */
const displays: Readonly<Record<NoticeKind, NoticeDisplay>> = {
  database_read_only: { color: 'red' },
  database_full: { color: 'red' },
  restored: { color: 'red', link: { to: '/users', label: 'restored.link' }, Action: AcknowledgeRestore },
  gateway_drift: { color: 'red', link: { to: '/locations', label: 'gateway_drift.link' } },
  log_checkpoint_problem: { color: 'yellow', link: { to: '/activity', label: 'open_activity_log' } },
  reauthentication_off: { color: 'yellow', link: { to: '/settings/security', label: 'reauthentication_off.link' } },
};

/** Undefined for a kind that only a newer server knows. */
export function displayOf(kind: string): NoticeDisplay | undefined {
  return Object.hasOwn(displays, kind) ? displays[kind as NoticeKind] : undefined;
}
