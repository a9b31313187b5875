import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { isProviderOffQuery } from '../directory-sync.queries.ts';

interface Props {
  source: string;
  /** Of the provider. */
  name: string;
}

/** Says that the provider of the directory is off; nothing while it is on, and for LDAP. */
export function ProviderOff({ source, name }: Props) {
  const { t } = useTranslation('directory-sync');
  const { data: isOff } = useQuery({ ...isProviderOffQuery(source), enabled: source !== 'ldap' });
  if (!isOff) return null;
  return (
    <Callout
      tone="warning"
      title={t('provider_off.title', { name })}
      action={<TextLink to="/settings/openid">{t('open_settings')}</TextLink>}
    >
      {t('provider_off.text')}
    </Callout>
  );
}
