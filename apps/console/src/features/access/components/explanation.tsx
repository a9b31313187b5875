import type { AccessDecision, AccessExplanation } from '@gatewarden/contract/access';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import styles from './deploy-dialog.module.css';
import { RuleHitsText } from './rule-hits-text.tsx';

/** The decision, why, and what a deployment would change. */
export function Explanation({ answer }: { answer: AccessExplanation }) {
  const { t } = useTranslation('access');
  const { allowed, obstacle, pending, rule, hits, version, steps } = answer;
  return (
    <Stack gap="lg" mt="lg" aria-live="polite">
      <Callout
        tone={allowed ? 'success' : 'danger'}
        role="status"
        title={allowed ? t('explain.allowed') : t('explain.denied')}
      >
        {reasonText(answer, t)}
        {rule && !version && <RuleHitsText hits={hits} />}
      </Callout>
      {obstacle && (
        <Callout tone="warning" role="note">
          {t(`explain.obstacle.${obstacle}`)}
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
          <ol className={styles.changes}>
            {steps.map(({ rule, outcome }) => (
              <li key={rule.id}>
                <RowLink to="/access-rules/$ruleId" params={{ ruleId: String(rule.id) }} title={rule.name}>
                  {rule.name}
                </RowLink>
                <span>{t(`explain.outcome.${outcome}`)}</span>
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </Stack>
  );
}

type Translate = ReturnType<typeof useTranslation<'access'>>['t'];

function reasonText({ allowed, reason, rule }: AccessDecision, t: Translate): string {
  switch (reason) {
    case 'rule':
      return t('explain.reason.rule', { rule: rule?.name ?? '' });
    case 'default':
      return allowed ? t('explain.reason.default_allow') : t('explain.reason.default_deny');
    default:
      return t(`explain.reason.${reason}`);
  }
}
