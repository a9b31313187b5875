import type { Notification } from '@gatewarden/contract/notifications';
import { useTranslation } from 'react-i18next';
import { formatRelative, instantOf } from '../../lib/format/instant.ts';
import { formatDuration } from './format-duration.ts';

type Translate = ReturnType<typeof useTranslation<'notifications'>>['t'];

interface Texts {
  /** What happened, for a reader with this name. */
  readonly what: (notification: Notification, username: string, now: Date) => string;
  /** How often, by whom and from where, as far as it is known. */
  readonly context: (notification: Notification) => string[];
}

/** Sentences of notifications in the language of the reader. */
export function useNotificationText(): Texts {
  const { t, i18n } = useTranslation('notifications');
  return {
    what: (notification, username, now) => describe(notification, { t, language: i18n.language, username, now }),
    context: (notification) => describeContext(notification, t),
  };
}

interface Reading {
  readonly t: Translate;
  readonly language: string;
  readonly username: string;
  readonly now: Date;
}

function describe({ kind, subject, details }: Notification, { t, language, username, now }: Reading): string {
  const text = (name: string) => String(details[name] ?? '');
  const name = subject?.name ?? text('name');
  switch (kind) {
    case 'gateway_disconnected':
      return t('gateway_disconnected', { name, location: text('location') });
    case 'gateway_connected':
      return t('gateway_connected', {
        name,
        location: text('location'),
        duration: formatDuration(Number(details['seconds'] ?? 0), language),
      });
    case 'users_imported': {
      const count = Number(details['users'] ?? 0);
      const author = text('username');
      return author === username ? t('users_imported_by_you', { count }) : t('users_imported', { count, author });
    }
    case 'certificate_expires':
    case 'api_token_expires': {
      const at = instantOf(text('expires_at'));
      const when = formatRelative(at, now, language);
      const isOver = at <= now;
      if (kind === 'certificate_expires') return isOver ? t('certificate_expired') : t('certificate_expires', { when });
      const owner = text('username');
      if (owner === username) return isOver ? t('own_token_expired', { name }) : t('own_token_expires', { name, when });
      return isOver ? t('token_expired', { name, owner }) : t('token_expires', { name, owner, when });
    }
    case 'scim_removals_stopped':
      return t(kind, { removed: text('removed'), managed: text('managed') });
    case 'delivery_stopped':
      return t(`delivery_stopped.${details['destination'] as 'webhook' | 'stream'}`, { name });
    case 'update_available': {
      const version = text('version');
      return details['critical'] === true ? t('update_critical', { version }) : t('update_available', { version });
    }
    case 'new_sign_in':
      if (details['new_browser'] !== true) return t('sign_in_address', { address: text('address') });
      return details['browser'] === undefined ? t('sign_in_unknown') : t('sign_in', { browser: text('browser') });
    case 'factor_added':
    case 'factor_removed':
      return t(`${kind}.${details['factor'] as 'totp' | 'email' | 'security_key'}`, { name });
    case 'access_stopped':
      return details['disabled'] === true ? t('account_disabled') : t('access_stopped');
    case 'device_added':
    case 'device_removed':
    case 'device_restored':
      return t(kind, { name });
    default:
      return t(kind);
  }
}

function describeContext({ kind, count, details }: Notification, t: Translate): string[] {
  const by = details['by'];
  // the sentence about a sign-in names the new one of both
  const isBrowserNamed = kind === 'new_sign_in' && details['new_browser'] === true;
  const isAddressNamed = kind === 'new_sign_in' && !isBrowserNamed;
  const place = [isBrowserNamed ? undefined : details['browser'], isAddressNamed ? undefined : details['address']];
  return [
    ...(count > 1 ? [t('times', { count })] : []),
    ...(by === 'administrator' ? [t('by', { name: String(details['username'] ?? '') })] : []),
    ...(by === 'shell' ? [t('by_shell')] : []),
    ...(by === 'administrator' ? [] : place.flatMap((part) => part ?? []).map(String)),
  ];
}
