import { parseDestinationList } from '@gatewarden/net/destination-list';
import { parsePortList } from '@gatewarden/net/port-list';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { type DescribedRule, type Describing, describeRule, describeSources, type RuleEnd } from '../describe-rule.ts';
import { useAccessNames } from '../use-access-names.ts';
import type { RuleInput } from './rule-form.schema.ts';
import { newRule, toRequest } from './rule-form.ts';

/** Says in sentences what the rule of the form does. */
export function RuleSummary() {
  const { t, i18n } = useTranslation('access');
  const names = useAccessNames();
  const values = useWatch<RuleInput>();
  const locale = useLocale();
  const input = { ...newRule, ...values } as RuleInput;
  const rule = toRequest(input);
  const describing = { t, names, language: i18n.language };
  const sentence = () => {
    if (!isDescribable(input)) return t('form.summary_invalid');
    if (!namesSource(rule, describing)) return t('form.no_source');
    return describeRule(rule, describing, endOf(rule.expires, locale));
  };
  return (
    <Callout tone="info" title={t('form.summary')} role="note">
      {sentence()}
    </Callout>
  );
}

function endOf(expires: string | null | undefined, locale: string): RuleEnd | undefined {
  if (!expires) return undefined;
  const at = new Date(expires);
  return { time: formatInstant(at, locale), isPast: at <= new Date() };
}

/** Whether lists are valid, and no source is both allowed and denied. */
function isDescribable(input: RuleInput): boolean {
  const isConflicting = (['users', 'groups', 'devices'] as const).some((kind) =>
    input[`allowed_${kind}`].some((id) => input[`denied_${kind}`].includes(id)),
  );
  const { kind: addresses } = parseDestinationList(input.destination.join(','));
  const { kind: ports } = parsePortList(input.ports.join(' '));
  return !isConflicting && addresses === 'list' && ports === 'list';
}

function namesSource(rule: DescribedRule, describing: Describing): boolean {
  return (['allowed', 'denied'] as const).some((side) => describeSources(rule, side, describing) !== undefined);
}
