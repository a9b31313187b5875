import type { Edge } from '@gatewarden/contract/edges';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useRotateEdgeToken } from '../edges.queries.ts';

interface Props {
  edge: Edge;
  onClose: () => void;
  /** Called with the new token in use. */
  onDone: () => void;
}

/** Replaces the tokens with which edges join. */
export function RotateTokenDialog({ edge, onClose, onDone }: Props) {
  const { t } = useTranslation('edges');
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('rotated.title')}
      consequences={<Text>{t('rotated.text')}</Text>}
      confirmLabel={t('rotated.confirm')}
      mutation={useRotateEdgeToken()}
      variables={edge.id}
      done={t('rotated.done')}
      onDone={onDone}
    />
  );
}
