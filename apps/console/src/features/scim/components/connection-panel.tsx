import type { ScimStatus } from '@gatewarden/contract/scim';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { formatCount } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { CodeText } from '../../../ui/code-text.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';

/** What an identity provider needs, and what it manages. */
export function ConnectionPanel({ status }: { status: ScimStatus }) {
  const { t, i18n } = useTranslation('scim');
  const locale = useLocale();
  const { base_url: url, managed_users: users, managed_groups: groups, removals } = status;
  const { last_hour: count, limit, lifted_until: lifted } = removals;
  const facts = [
    { label: t('connection.url'), value: <CodeText value={url} />, copy: url },
    { label: t('connection.users'), value: formatCount(users, i18n.language) },
    { label: t('connection.groups'), value: formatCount(groups, i18n.language) },
    {
      label: t('connection.removals'),
      value: lifted
        ? t('connection.lifted', { count, time: formatInstant(instantOf(lifted), locale) })
        : t('connection.removals_value', { count, limit }),
    },
  ];
  return (
    <Panel title={t('connection.title')} text={t('connection.text')}>
      <FactList facts={facts} />
    </Panel>
  );
}
