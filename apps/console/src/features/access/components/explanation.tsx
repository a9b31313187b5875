import type { AccessDecision, AccessExplanation, AccessQuestion } from '@gatewarden/contract/access';
import { Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { capitalized } from '../describe-rule.ts';
import { describeService } from '../describe-test.ts';
import { useAccessNames } from '../use-access-names.ts';
import styles from './divided-list.module.css';
import { RuleHitsText } from './rule-hits-text.tsx';

interface Props {
  answer: AccessExplanation;
  question: AccessQuestion;
}

/** The decision, why, and what a deployment would change. */
export function Explanation({ answer, question }: Props) {
  const { t } = useTranslation('access');
  const locale = useLocale();
  const asked = useSentence(question, answer.allowed);
  const { allowed, obstacle, pending, rule, hits, version, steps } = answer;
  return (
    <Stack gap="lg" mt="lg">
      <Callout
        tone={allowed ? 'success' : 'danger'}
        role="status"
        title={allowed ? t('explain.allowed') : t('explain.denied')}
      >
        <Text fw={500}>{asked}</Text>
        {version && <Text>{t('explain.version', { time: formatInstant(instantOf(version.at), locale) })}</Text>}
        <Text>
          <RichText
            text={reasonText(answer, t)}
            parts={{ rule: (name) => (rule ? <RuleName rule={rule} name={name} isPast={version !== null} /> : name) }}
          />
        </Text>
        {rule && !version && <RuleHitsText hits={hits} />}
      </Callout>
      {obstacle && (
        <Callout tone="warning" role="note">
          {t(
            `explain.obstacle.${obstacle === 'no_device' && question.device_id !== undefined ? 'no_device_network' : obstacle}`,
          )}
        </Callout>
      )}
      {pending.allowed !== allowed && (
        <Callout tone="info" role="note">
          {pending.allowed ? t('explain.pending_allowed') : t('explain.pending_denied')}
        </Callout>
      )}
      <Panel title={t('explain.steps')}>
        {steps.length === 0 ? (
          t('explain.no_steps')
        ) : (
          <ol className={styles.list}>
            {steps.map(({ rule, outcome }) => (
              <li key={rule.id}>
                <RuleName rule={rule} name={rule.name} isPast={version !== null} />
                <span>{t(`explain.outcome.${outcome}`)}</span>
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </Stack>
  );
}

interface RuleNameProps {
  rule: { id: number };
  name: string;
  /** Rules of the past may no longer exist. */
  isPast: boolean;
}

function RuleName({ rule, name, isPast }: RuleNameProps) {
  if (isPast) return name;
  return (
    <TextLink to="/access-rules/$ruleId" params={{ ruleId: String(rule.id) }} underline="always">
      {name}
    </TextLink>
  );
}

/** Says who can reach what, and where. */
function useSentence(question: AccessQuestion, isAllowed: boolean): string {
  const { t, i18n } = useTranslation('access');
  const names = useAccessNames();
  const { user_id: userId, device_id: deviceId, location_id: locationId, address, protocol, port } = question;
  const who =
    deviceId === undefined
      ? (names.users.get(userId ?? 0) ?? `#${userId}`)
      : t('says.device', { device: names.devices.get(deviceId) ?? `#${deviceId}` });
  const sentence = t(`explain.says.${isAllowed ? 'allowed' : 'denied'}`, {
    who,
    what: t('says.on', { addresses: address, services: describeService(protocol, port, t) }),
    location: names.locations.get(locationId) ?? `#${locationId}`,
  });
  return capitalized(sentence, { language: i18n.language, names });
}

function reasonText({ allowed, reason, rule }: AccessDecision, t: TFunction<'access'>): string {
  switch (reason) {
    case 'rule':
      return t('explain.reason.rule', { rule: rule?.name ?? '' });
    case 'default':
      return allowed ? t('explain.reason.default_allow') : t('explain.reason.default_deny');
    default:
      return t(`explain.reason.${reason}`);
  }
}
