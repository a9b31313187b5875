import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExternalLinkButton } from '../../../ui/external-link-button.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { useMe } from '../../auth/index.ts';
import { useEssentials } from '../../settings/index.ts';

/** Where to install the VPN client. Without an address, administrators get a link to its setting. */
export function GetClient() {
  const { t } = useTranslation('enrollment');
  const { client_download_url: url } = useEssentials();
  const { is_admin: isAdmin } = useMe();
  if (url !== '') {
    return (
      <div>
        <ExternalLinkButton href={url}>{t('own.get')}</ExternalLinkButton>
      </div>
    );
  }
  return isAdmin ? (
    <Text>
      <TextLink to="/settings/enrollment">{t('own.set_download')}</TextLink>
    </Text>
  ) : (
    <Text c="dimmed">{t('own.ask')}</Text>
  );
}
