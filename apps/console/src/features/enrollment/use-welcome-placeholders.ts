import { fillPlaceholders, welcomePlaceholders } from '@gatewarden/contract/enrollment-placeholders';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { suggestUsername } from '../../lib/suggest-username.ts';
import { useMe } from '../auth/index.ts';
import { infoQuery } from '../settings/index.ts';

/** The placeholders of welcome messages, and a function that replaces them: with a sample person, invited by the user. */
export function useWelcomePlaceholders() {
  const { t } = useTranslation('enrollment');
  const me = useMe();
  const version = useQuery(infoQuery()).data?.version ?? '';
  const names = { first_name: t('sample.first_name'), last_name: t('sample.last_name') };
  const values = {
    ...names,
    username: suggestUsername({ first: names.first_name, last: names.last_name }, new Set()) || 'jane',
    gatewarden_url: location.origin,
    gatewarden_version: version,
    admin_first_name: me.first_name,
    admin_last_name: me.last_name,
    admin_email: me.email,
    admin_phone: me.phone ?? '',
  };
  return {
    placeholders: welcomePlaceholders.map((name) => ({ name, label: t(`placeholder.${name}`) })),
    fill: (text: string) => fillPlaceholders(text, values),
  };
}
