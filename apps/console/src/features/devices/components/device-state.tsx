import type { Connection } from '@gatewarden/contract/traffic';
import type { UserDevice } from '@gatewarden/contract/users';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

interface Props {
  device: UserDevice;
  /** Those of the device; some may be missing. */
  connections: readonly Connection[];
}

/** Where a device is connected and since when, or why it is not. */
export function DeviceState({ device, connections }: Props) {
  const { t } = useTranslation('devices');
  const locale = useLocale();
  const { networks, stopped_at: stopped, suspended_at: suspended } = device;
  if (stopped !== null) {
    const reason = t(suspended === null ? 'off.since' : 'off.suspended');
    return <StatusBadge tone="danger">{reason}</StatusBadge>;
  }
  const active = networks.filter(({ is_active }) => is_active).map(({ network_name }) => network_name);
  if (active.length > 0) {
    const locations = new Intl.ListFormat(locale, { type: 'conjunction' }).format(active);
    const [since] = connections.map(({ connected_since }) => connected_since).toSorted();
    return (
      <Group gap="xs">
        <StatusBadge tone="success">{t('page.connected', { locations })}</StatusBadge>
        {since !== undefined && <RelativeTime at={since} />}
      </Group>
    );
  }
  // timestamps without a zone sort as text
  const seen = networks.flatMap(({ last_connected_at: at }) => at ?? []).toSorted();
  const last = seen.at(-1);
  return (
    <StatusBadge tone="neutral">
      {last === undefined ? (
        t('list.never_connected')
      ) : (
        <RichText text={t('list.last_seen')} parts={{ time: () => <RelativeTime at={last} /> }} />
      )}
    </StatusBadge>
  );
}
