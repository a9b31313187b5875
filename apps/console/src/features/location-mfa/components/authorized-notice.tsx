import type { OwnConnection } from '@gatewarden/contract/browser-connect';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMinute, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The device that was authorized at a provider, which led back here. The browser keeps it when the page is loaded again. */
    connectAuthorized?: { readonly deviceId: number; readonly locationId: number };
  }
}

/** What to do after a sign-in at a provider, while the session that it began is valid. */
export function AuthorizedNotice({ connections }: { connections: readonly OwnConnection[] }) {
  const { t } = useTranslation('location-mfa');
  const locale = useLocale();
  const authorized = useLocation({ select: ({ state }) => state.connectAuthorized });
  const connection = connections.find(
    ({ device_id, location_id }) => device_id === authorized?.deviceId && location_id === authorized.locationId,
  );
  if (!connection?.session || connection.session.is_connected) return null;
  const { device, location, inactivity_seconds: seconds, session } = connection;
  const time = formatMinute(instantOf(session.expires_at), locale);
  return (
    <Callout ref={focus} tabIndex={-1} tone="success" mb="md" title={t('connect.done', { device, location, time })}>
      {t('connect.done_text', { count: Math.max(1, Math.floor(seconds / 60)) })}
    </Callout>
  );
}

/** The browser comes from another page. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}
