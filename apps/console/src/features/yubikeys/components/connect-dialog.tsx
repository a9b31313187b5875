import type { ResponseOf } from '@gatewarden/contract/endpoint';
import type { getProvisionerListener, Provisioner } from '@gatewarden/contract/yubikeys';
import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NumberedStep, NumberedSteps } from '../../../ui/numbered-steps.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TextActions } from '../../../ui/text-actions.tsx';
import { useProvisionerToken } from '../yubikeys.queries.ts';
import styles from './provision-progress.module.css';

interface Props {
  listener: ResponseOf<typeof getProvisionerListener>;
  /** Undefined while they are loaded. */
  provisioners: readonly Provisioner[] | undefined;
  onClose: () => void;
}

const caFile = 'provisioner-ca.pem';

/** The steps with which a provisioner is connected, and whether it is. Certificate and command can be shown again. */
export function ConnectDialog({ listener, provisioners, onClose }: Props) {
  const { t } = useTranslation('yubikeys');
  const token = useProvisionerToken();
  const connected = useNewlyConnected(provisioners);
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
          <ConnectSteps listener={listener} token={token.data.token} connected={connected} />
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('progress.close')}</Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}

interface StepsProps {
  listener: Props['listener'];
  token: string;
  connected: readonly string[];
}

function ConnectSteps({ listener: { url, ca }, token, connected }: StepsProps) {
  const { t } = useTranslation('yubikeys');
  return (
    <NumberedSteps>
      <NumberedStep title={t('connect.prepare')}>
        <Text>
          <RichText text={t('connect.text')} />
        </Text>
      </NumberedStep>
      <NumberedStep title={t('connect.save')}>
        <Text>
          <RichText text={t('connect.ca_text', { file: caFile })} />
        </Text>
        <TextActions
          what={t('connect.certificate')}
          text={ca.trim()}
          download={{ fileName: caFile, label: t('connect.ca') }}
        />
      </NumberedStep>
      <NumberedStep title={t('connect.start')}>
        <Text>{t('connect.command_text')}</Text>
        <SecretPanel
          what={t('connect.command')}
          secret={`PROVISIONER_TOKEN=${token} npm run provisioner -- --id Desk --grpc ${url} --ca-file ${caFile}`}
          note={t('connect.note')}
        />
      </NumberedStep>
      <NumberedStep title={t('connect.check')}>
        <ConnectionCheck connected={connected} />
      </NumberedStep>
    </NumberedSteps>
  );
}

/** Waits for a provisioner to connect, and names it. */
function ConnectionCheck({ connected }: { connected: readonly string[] }) {
  const { t } = useTranslation('yubikeys');
  return (
    <Stack gap="xs" role="status" aria-label={t('connect.check')}>
      {connected.map((name) => (
        <StatusBadge key={name} tone="success">
          {t('connect.connected', { name })}
        </StatusBadge>
      ))}
      {connected.length === 0 && (
        <Group gap="sm" wrap="nowrap">
          <Loader size="sm" aria-hidden />
          <Text c="dimmed">{t('connect.waiting')}</Text>
        </Group>
      )}
    </Stack>
  );
}

/** Names of the provisioners that have connected, or connected again, since the first list. */
function useNewlyConnected(provisioners: readonly Provisioner[] | undefined): readonly string[] {
  const [before, setBefore] = useState<readonly string[]>();
  if (provisioners === undefined) return [];
  const connected = provisioners.filter((each) => each.connected).map(({ id }) => id);
  const left = before?.filter((id) => connected.includes(id)) ?? connected;
  if (left.length !== before?.length) setBefore(left);
  return connected.filter((id) => !left.includes(id));
}
