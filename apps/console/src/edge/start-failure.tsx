import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../lib/api-error.ts';
import { failureText } from '../lib/failure-text.ts';
import { Callout } from '../ui/callout.tsx';
import { useEdge } from './edge-context.ts';

/** Whether the token is invalid, used or expired, so that another attempt fails too. */
export function isUnusable(error: unknown): boolean {
  return unusableCodes.some((code) => isApiError(error, code));
}

const unusableCodes = [
  'enrollment_token_invalid',
  'enrollment_token_expired',
  'enrollment_token_of_other_kind',
  'enrollment_session_ended',
] as const;

/** Why a token could not be used. A used one may be that of a person who has an account by now, and only has to sign in. */
export function StartFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  const isUsed = isApiError(error, 'enrollment_token_invalid') || isApiError(error, 'enrollment_token_of_other_kind');
  if (!isUsed) return <Callout tone="danger">{failureText(error)}</Callout>;
  return (
    <Callout tone="danger" action={<Anchor href={console_url}>{t('finish.open')}</Anchor>}>
      {t('token.invalid')}
    </Callout>
  );
}
