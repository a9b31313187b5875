import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { familiesOf, faultOf } from '../gateway-facts.ts';

/** Connection state of a gateway, or that it is revoked. */
export function GatewayState({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  if (gateway.revoked) return <StatusBadge tone="neutral">{t('state.revoked')}</StatusBadge>;
  if (!gateway.connected && gateway.connected_at === null && gateway.disconnected_at === null)
    return <StatusBadge tone="neutral">{t('state.never')}</StatusBadge>;
  return gateway.connected ? (
    <StatusBadge tone="success">{t('state.connected')}</StatusBadge>
  ) : (
    <StatusBadge tone="danger">{t('state.disconnected')}</StatusBadge>
  );
}

/** Like `GatewayState`, with the time of the last change. */
export function GatewaySince({ gateway }: { gateway: GatewayStatus }) {
  const { connected, revoked, connected_at, disconnected_at } = gateway;
  const at = connected ? connected_at : disconnected_at;
  return (
    <Group gap="xs">
      <GatewayState gateway={gateway} />
      {!revoked && at !== null && <RelativeTime at={at} />}
    </Group>
  );
}

/** Applied and expected version of the state of the location. */
export function AppliedVersion({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  const { held_version: held, wanted_version: wanted, connected, revoked, current } = gateway;
  if (revoked) return <>–</>;
  // a gateway that is down may have been changed
  if (current && !connected) return <span title={t('version.last_title', { held })}>{t('version.last')}</span>;
  if (current) return <StatusBadge tone="success">{t('version.current', { held })}</StatusBadge>;
  const fault = faultOf(gateway);
  if (fault === 'drifted' || fault === 'partial')
    return <StatusBadge tone="danger">{t(`version.${fault}`, { held })}</StatusBadge>;
  const tone = fault ? 'danger' : connected ? 'info' : 'neutral';
  // after a restore, the same number may identify another state
  if (held === wanted) return <StatusBadge tone={tone}>{t('version.unverified', { held })}</StatusBadge>;
  return (
    <span title={t('version.behind_title', { held, wanted })}>
      <StatusBadge tone={tone}>{t('version.behind')}</StatusBadge>
    </span>
  );
}

/** Version of the agent, and whether it lacks capabilities that this server expects. */
export function AgentVersion({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  const { version, missing_capabilities: missing, revoked } = gateway;
  if (missing.length === 0 || revoked) return <>{version || '–'}</>;
  return (
    <>
      {version} <StatusBadge tone="warning">{t('state.outdated')}</StatusBadge>
    </>
  );
}

/** Whether the machine forwards packets, as far as the agent reports it. */
export function ForwardingState({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('gateways');
  const { forwarding_off: families, connected } = gateway;
  if (families === null) return <>{t('forwarding.unknown')}</>;
  if (families.length > 0)
    return <StatusBadge tone="warning">{t('forwarding.off', { families: familiesOf(gateway) })}</StatusBadge>;
  // a gateway that is down may have been changed
  return connected ? <StatusBadge tone="success">{t('forwarding.on')}</StatusBadge> : t('forwarding.was_on');
}

/** When the gateway last applied a version, and how long that took. */
export function AppliedTime({
  gateway: { acknowledged_at: at, apply_milliseconds: took },
}: {
  gateway: GatewayStatus;
}) {
  const { t, i18n } = useTranslation('gateways');
  const time = () => <RelativeTime at={at} />;
  if (at === null || took === null) return time();
  return <RichText text={t('version.took', { took: formatCount(took, i18n.language) })} parts={{ time }} />;
}
