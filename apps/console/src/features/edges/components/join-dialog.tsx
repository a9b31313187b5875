import type { Edge } from '@gatewarden/contract/edges';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { useEdgeToken } from '../edges.queries.ts';
import styles from './join-dialog.module.css';

interface Props {
  edge: Edge;
  onClose: () => void;
}

/** The command with which an edge joins. It can be shown again. */
export function JoinDialog({ edge: { id, address }, onClose }: Props) {
  const { t } = useTranslation('edges');
  const token = useEdgeToken(id);
  return (
    <Modal opened onClose={onClose} title={t('join.title', { address })} size="lg">
      {/* the command is still being loaded */}
      <Stack gap="md" tabIndex={-1} data-autofocus className={styles.content}>
        {token.isPending ? (
          <FormSkeleton count={1} />
        ) : token.data === undefined ? (
          <ErrorState
            error={token.error}
            title={t('join.failed')}
            onRetry={() => void token.refetch()}
            retrying={token.isFetching}
          />
        ) : (
          <>
            <Text>{t('join.text')}</Text>
            <SecretPanel
              what={t('join.what')}
              secret={`npm run edge -- --join ${token.data.token}`}
              note={t('join.note')}
            />
            <Text c="dimmed">{t('join.https')}</Text>
          </>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('join.close')}</Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
