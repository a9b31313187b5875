import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { type DescribedRule, type Describing, describeRule, describeSources } from '../describe-rule.ts';
import { useAccessNames } from '../use-access-names.ts';
import type { RuleInput } from './rule-form.schema.ts';
import { newRule, toRequest } from './rule-form.ts';

/** Says in sentences what the rule of the form does. */
export function RuleSummary() {
  const { t, i18n } = useTranslation('access');
  const names = useAccessNames();
  const values = useWatch<RuleInput>();
  const rule = toRequest({ ...newRule, ...values } as RuleInput);
  const describing = { t, names, language: i18n.language };
  return (
    <Callout tone="info" title={t('form.summary')} role="note">
      {namesSource(rule, describing) ? describeRule(rule, describing) : t('form.no_source')}
    </Callout>
  );
}

function namesSource(rule: DescribedRule, describing: Describing): boolean {
  return (['allowed', 'denied'] as const).some((side) => describeSources(rule, side, describing) !== undefined);
}
