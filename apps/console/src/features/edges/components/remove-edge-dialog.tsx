import type { Edge } from '@gatewarden/contract/edges';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useDeleteEdge } from '../edges.queries.ts';

interface Props {
  edge: Edge;
  onClose: () => void;
}

/** Ends the connection of an edge and its credential. */
export function RemoveEdgeDialog({ edge: { id, address }, onClose }: Props) {
  const { t } = useTranslation('edges');
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('removal.title', { address })}
      consequences={<Text>{t('removal.text')}</Text>}
      confirmLabel={t('removal.confirm')}
      mutation={useDeleteEdge()}
      variables={id}
      done={t('removal.done', { address })}
    />
  );
}
