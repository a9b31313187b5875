import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { providersQuery } from '../../identity-providers/index.ts';

/** Says that the provider of the directory is off; nothing while it is on, and for LDAP. */
export function ProviderOff({ source }: { source: string }) {
  const { t } = useTranslation('directory-sync');
  const { data } = useQuery({ ...providersQuery(), enabled: source !== 'ldap' });
  const provider = data?.providers.find(({ id }) => source === `openid-${id}`);
  if (!provider || provider.enabled) return null;
  return (
    <Callout
      tone="warning"
      title={t('provider_off.title', { name: provider.name })}
      action={<TextLink to="/settings/openid">{t('open_settings')}</TextLink>}
    >
      {t('provider_off.text')}
    </Callout>
  );
}
