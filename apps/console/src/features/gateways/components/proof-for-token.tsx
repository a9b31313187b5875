import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { showFailure } from '../../../lib/form-errors.ts';
import type { useProveForToken } from '../gateways.queries.ts';

interface Props {
  proof: ReturnType<typeof useProveForToken>;
}

/** In place of the command of a gateway, for a session without a recent proof. */
export function ProofForToken({ proof }: Props) {
  const { t } = useTranslation('gateways');
  // who closes the dialog finds the button again
  const onError = (error: Error) => void (isApiError(error, 'proof_required') || showFailure(error));
  return (
    <Stack gap="sm" align="start">
      <Text>{t('setup.proof_text')}</Text>
      <Button loading={proof.isPending} onClick={() => proof.mutate(undefined, { onError })}>
        {t('setup.proof_show')}
      </Button>
    </Stack>
  );
}
