import type { Licence } from '@gatewarden/contract/licence';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FailureCode, isErrorCode } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/failure-text.ts';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useClaimFacts } from '../use-claim-facts.ts';

const tones = {
  not_needed: 'success',
  none: 'neutral',
  active: 'success',
  grace: 'warning',
  expired: 'danger',
  limits_exceeded: 'danger',
  invalid: 'danger',
} as const satisfies Readonly<Record<Licence['state'], string>>;

/** The state and what it means, and what the stored key states. */
export function StatePanel({ licence }: { licence: Licence }) {
  const { t } = useTranslation('licence');
  const claimFacts = useClaimFacts();
  const locale = useLocale();
  const { state, license, issuer, grace_until, renewal, clock_set_back } = licence;
  const facts = [
    { label: t('fact.state'), value: <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge> },
    ...(license ? claimFacts(license, issuer) : []),
    ...(grace_until ? [{ label: t('fact.grace_until'), value: formatInstant(new Date(grace_until), locale) }] : []),
    ...(license?.type === 'subscription'
      ? [{ label: t('fact.renewal'), value: t(renewal.automatic ? 'renewal.automatic' : 'renewal.manual') }]
      : []),
  ];
  return (
    <Panel title={t('title')}>
      <Stack>
        <Explanation licence={licence} />
        {clock_set_back && <Callout tone="warning">{t('clock_set_back')}</Callout>}
        {renewal.error !== null && renewal.attempted_at !== null && (
          <Callout tone="warning">
            {t('renewal.failed', {
              time: formatInstant(instantOf(renewal.attempted_at), locale),
              reason: renewal.error,
            })}
          </Callout>
        )}
        <FactList facts={facts} />
      </Stack>
    </Panel>
  );
}

function Explanation({ licence: { state, reason, enabled_features } }: { licence: Licence }) {
  const { t } = useTranslation('licence');
  const isOn = enabled_features.length > 0;
  if (state === 'active' || state === 'not_needed') return null;
  if (state === 'invalid') {
    const known = reason !== null && isErrorCode(reason) ? sentence(reason satisfies FailureCode) : '';
    return <Callout tone="danger">{[t('explain.invalid'), known].filter(Boolean).join(' ')}</Callout>;
  }
  if (state === 'none')
    return <Callout tone={isOn ? 'info' : 'warning'}>{t(isOn ? 'explain.free' : 'explain.free_exceeded')}</Callout>;
  return (
    <Callout tone="warning">
      {t(`explain.${state}`)} {state !== 'grace' && t(isOn ? 'explain.still_free' : 'explain.effect')}
    </Callout>
  );
}
