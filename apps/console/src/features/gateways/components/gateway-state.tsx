import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** Whether it is connected; one that was revoked is out of service. */
export function GatewayState({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  if (gateway.revoked) return <StatusBadge tone="neutral">{t('state.revoked')}</StatusBadge>;
  return gateway.connected ? (
    <StatusBadge tone="success">{t('state.connected')}</StatusBadge>
  ) : (
    <StatusBadge tone="danger">{t('state.disconnected')}</StatusBadge>
  );
}

/** Which version of the location's state it runs, and which one it should. */
export function HeldVersion({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  const { held_version: held, wanted_version: wanted, connected, last_error, revoked } = gateway;
  if (revoked) return <>–</>;
  if (held === wanted) return <StatusBadge tone="success">{t('version.current', { held })}</StatusBadge>;
  const tone = last_error !== null ? 'danger' : connected ? 'info' : 'neutral';
  return <StatusBadge tone={tone}>{t('version.behind', { held, wanted })}</StatusBadge>;
}
