import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { useAcknowledgeRestore } from '../notices.queries.ts';

/** Ends the notice for all administrators. */
export function AcknowledgeRestore() {
  const { t } = useTranslation('notices');
  const acknowledge = useAcknowledgeRestore();
  return (
    <div>
      <Button
        mt="xs"
        variant="default"
        loading={acknowledge.isPending}
        onClick={() => acknowledge.mutate(undefined, { onError: showFailure })}
      >
        {t('restored.acknowledge')}
      </Button>
    </div>
  );
}
