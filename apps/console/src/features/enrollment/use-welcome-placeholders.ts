import { fillPlaceholders, welcomePlaceholders } from '@gatewarden/contract/enrollment-placeholders';
import { welcomeMessageIn } from '@gatewarden/contract/enrollment-texts';
import { fullName } from '@gatewarden/net/full-name';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pickLanguage } from '../../i18n/language.ts';
import { suggestUsername } from '../../lib/suggest-username.ts';
import { useMe } from '../auth/index.ts';
import { infoQuery } from '../settings/index.ts';

/** The placeholders of welcome messages, and a function that replaces them: with a sample person, invited by the user. */
export function useWelcomePlaceholders() {
  const { t, i18n } = useTranslation('enrollment');
  const language = pickLanguage(i18n.language, []);
  const me = useMe();
  const version = useQuery(infoQuery()).data?.version ?? '';
  const names = { first_name: t('sample.first_name'), last_name: t('sample.last_name') };
  const values = {
    ...names,
    full_name: fullName(names),
    username: suggestUsername({ first: names.first_name, last: names.last_name }, new Set()) || 'jane',
    gatewarden_url: location.origin,
    gatewarden_version: version,
    admin_full_name: fullName(me),
    admin_first_name: me.first_name,
    admin_last_name: me.last_name,
    admin_email: me.email,
    admin_phone: me.phone ?? '',
  };
  return {
    placeholders: welcomePlaceholders.map((name) => ({ name, label: t(`placeholder.${name}`) })),
    /** A default text is shown in the language of the console, as its readers get it in theirs. */
    fill: (text: string) => fillPlaceholders(welcomeMessageIn(language, text), values),
  };
}
