import type { StopPreview as Preview } from '@gatewarden/contract/emergency-stop';
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { stopPreviewQuery } from '../emergency-stop.queries.ts';

interface Props {
  username: string;
  /** Whether the stop disables the account. */
  disable: boolean;
}

/** What a stop ends, with numbers; without them if they cannot be loaded, because a stop must not wait for them. */
export function StopPreview({ username, disable }: Props) {
  const { t } = useTranslation('emergency-stop');
  const preview = useQuery(stopPreviewQuery(username));
  if (preview.isPending) return <ListSkeleton count={3} />;
  if (preview.isError) return <GeneralConsequences disable={disable} />;
  const { sessions, tokens, devices } = preview.data;
  return (
    <List>
      <List.Item>{t('preview.sessions', { count: sessions })}</List.Item>
      {tokens > 0 && <List.Item>{t('preview.tokens', { count: tokens })}</List.Item>}
      {devices > 0 && <List.Item>{t('preview.devices', { count: devices })}</List.Item>}
      {disable ? <RecentItems {...preview.data} /> : <List.Item>{t('ask.not_suspended')}</List.Item>}
    </List>
  );
}

/** Items of the last 7 days that are suspended or deleted with the account. */
function RecentItems({ keys, recent_devices: devices, authenticator, recovery_codes: codes }: Preview) {
  const { t } = useTranslation('emergency-stop');
  if (keys + devices + codes === 0 && !authenticator) return <List.Item>{t('preview.nothing_recent')}</List.Item>;
  return (
    <>
      {keys > 0 && <List.Item>{t('preview.keys', { count: keys })}</List.Item>}
      {devices > 0 && <List.Item>{t('preview.recent_devices', { count: devices })}</List.Item>}
      {keys + devices > 0 && <List.Item>{t('preview.review')}</List.Item>}
      {authenticator && <List.Item>{t('preview.authenticator')}</List.Item>}
      {codes > 0 && <List.Item>{t('preview.codes', { count: codes })}</List.Item>}
    </>
  );
}

function GeneralConsequences({ disable }: Pick<Props, 'disable'>) {
  const { t } = useTranslation('emergency-stop');
  return (
    <>
      <Text c="dimmed">{t('preview.failed')}</Text>
      <List>
        <List.Item>{t('ask.sessions')}</List.Item>
        <List.Item>{t('ask.tokens')}</List.Item>
        <List.Item>{t('ask.devices')}</List.Item>
        <List.Item>{t(disable ? 'ask.suspended' : 'ask.not_suspended')}</List.Item>
        {disable && <List.Item>{t('ask.deleted')}</List.Item>}
      </List>
    </>
  );
}
