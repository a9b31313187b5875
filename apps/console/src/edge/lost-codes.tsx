import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureText } from '../lib/failure-text.ts';
import { Callout } from '../ui/callout.tsx';
import { useReplaceLostCodes } from './edge.queries.ts';

/** Offers other recovery codes to a person who left the page before saving them. */
export function LostCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('edge');
  const replace = useReplaceLostCodes();
  return (
    <>
      <Callout
        tone="warning"
        action={
          <Button
            variant="default"
            loading={replace.isPending}
            onClick={() => replace.mutate(undefined, { onSuccess: onCodes })}
          >
            {t('codes_lost.create')}
          </Button>
        }
      >
        {t('codes_lost.text')}
      </Callout>
      {replace.isError && <Callout tone="danger">{failureText(replace.error)}</Callout>}
    </>
  );
}
