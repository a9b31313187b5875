import type { AccessRule } from '@gatewarden/contract/access';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { capitalized, describeDestination, describeSources, nameLocations } from '../describe-rule.ts';
import { useAccessNames } from '../use-access-names.ts';

/** The content of a rule that cannot be changed. */
export function RuleFacts({ rule }: { rule: AccessRule }) {
  const { t, i18n } = useTranslation('access');
  const locale = useLocale();
  const names = useAccessNames();
  const describing = { t, names, language: i18n.language };
  const begin = (text: string | undefined) => (text === undefined ? undefined : capitalized(text, describing));
  return (
    <Panel title={t('form.content')}>
      <FactList
        facts={[
          { label: t('column.sources'), value: begin(describeSources(rule, 'allowed', describing)) },
          { label: t('form.section_denied'), value: begin(describeSources(rule, 'denied', describing)) },
          { label: t('column.destination'), value: begin(describeDestination(rule, describing)) },
          { label: t('column.locations'), value: nameLocations(rule, describing) },
          { label: t('column.priority'), value: String(rule.priority) },
          {
            label: t('form.expires'),
            value: rule.expires === null ? t('never') : formatInstant(instantOf(rule.expires), locale),
          },
          { label: t('column.status'), value: t(rule.enabled ? 'status.enabled' : 'status.disabled') },
        ]}
      />
    </Panel>
  );
}
