import type { ResponseOf } from '@gatewarden/contract/endpoint';
import type { getProvisionerListener } from '@gatewarden/contract/yubikeys';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { TextActions } from '../../../ui/text-actions.tsx';
import { useProvisionerToken } from '../yubikeys.queries.ts';
import styles from './provision-progress.module.css';

interface Props {
  listener: ResponseOf<typeof getProvisionerListener>;
  onClose: () => void;
}

const caFile = 'provisioner-ca.pem';

/** The certificate and the command with which a provisioner connects. They can be shown again. */
export function ConnectDialog({ listener: { url, ca }, onClose }: Props) {
  const { t } = useTranslation('yubikeys');
  const token = useProvisionerToken();
  return (
    <Modal opened onClose={onClose} title={t('connect.title')} size="lg">
      {/* the command is still being loaded */}
      <Stack gap="md" tabIndex={-1} data-autofocus className={styles.content}>
        {token.isPending ? (
          <FormSkeleton count={1} />
        ) : token.data === undefined ? (
          <ErrorState
            error={token.error}
            title={t('connect.failed')}
            onRetry={() => void token.refetch()}
            retrying={token.isFetching}
          />
        ) : (
          <>
            <Text>{t('connect.text')}</Text>
            <Text>{t('connect.ca_text', { file: caFile })}</Text>
            <TextActions
              what={t('connect.certificate')}
              text={ca.trim()}
              download={{ fileName: caFile, label: t('connect.ca') }}
            />
            <Text>{t('connect.command_text')}</Text>
            <SecretPanel
              what={t('connect.command')}
              secret={`PROVISIONER_TOKEN=${token.data.token} npm run provisioner -- --id Desk --grpc ${url} --ca-file ${caFile}`}
              note={t('connect.note')}
            />
          </>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('progress.close')}</Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
