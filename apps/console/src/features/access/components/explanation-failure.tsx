import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { historyStartQuery } from '../history.queries.ts';

/** Why a question was not answered; when the history begins if the question is about a time before that. */
export function ExplanationFailure({ error }: { error: Error }) {
  const { t } = useTranslation('access');
  const locale = useLocale();
  const isTooEarly = error instanceof ApiError && error.code === 'access_version_not_found';
  const { data: start } = useQuery({ ...historyStartQuery(), enabled: isTooEarly });
  const tooEarly = () =>
    start ? t('explain.history_start', { time: formatInstant(instantOf(start), locale) }) : t('explain.no_version');
  return (
    <Callout tone="danger" mt="lg">
      {isTooEarly ? tooEarly() : failureText(error)}
    </Callout>
  );
}
