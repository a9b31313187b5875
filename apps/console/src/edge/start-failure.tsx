import { useTranslation } from 'react-i18next';
import { isApiError } from '../lib/api-error.ts';
import { failureText } from '../lib/failure-text.ts';
import { Callout } from '../ui/callout.tsx';

/** Why a token could not be used. */
export function StartFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('edge');
  const isUsed = isApiError(error, 'enrollment_token_invalid') || isApiError(error, 'enrollment_token_of_other_kind');
  return <Callout tone="danger">{isUsed ? t('token.invalid') : failureText(error)}</Callout>;
}
