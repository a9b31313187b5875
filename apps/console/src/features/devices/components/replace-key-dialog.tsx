import type { UserDevice } from '@gatewarden/contract/users';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { useMe } from '../../auth/index.ts';
import { userAccessQuery } from '../../users/index.ts';
import { ownerQuery, useReplaceKey } from '../devices.queries.ts';
import { DeviceConfigurations } from './device-configurations.tsx';

interface Props {
  device: UserDevice;
  /** Username. */
  owner: string;
  onClose: () => void;
}

/** Generates a new key pair for a device in this browser, and shows the new configurations once. */
export function ReplaceKeyDialog({ device, owner, onClose }: Props) {
  const { t } = useTranslation('devices');
  const replace = useReplaceKey(device);
  const guard = { leaveTitle: t('add.leave_title'), leaveText: t('rekey.leave_text') };
  if (replace.data) {
    return (
      <SecretDialog title={t('rekey.done', { device: device.name })} size="xl" onDone={onClose} {...guard}>
        <NewConfigurations device={device.name} owner={owner} {...replace.data} />
      </SecretDialog>
    );
  }
  return (
    <>
      {/* a reload while the key is replaced would lose the private key */}
      <LeaveGuard active={replace.isPending} title={guard.leaveTitle} text={guard.leaveText} />
      <ConfirmDialog
        opened
        onClose={replace.isPending ? () => undefined : onClose}
        title={t('rekey.title', { device: device.name })}
        consequences={
          <Stack gap="sm">
            <Text>{t('rekey.text', { count: device.networks.length })}</Text>
            <Text>{t('add.key_note')}</Text>
          </Stack>
        }
        confirmLabel={t('rekey.confirm')}
        confirming={replace.isPending}
        onConfirm={() => replace.mutate(undefined, { onError: showFailure })}
      />
    </>
  );
}

interface ConfigurationsProps extends NonNullable<ReturnType<typeof useReplaceKey>['data']> {
  device: string;
  owner: string;
}

function NewConfigurations({ owner, ...shown }: ConfigurationsProps) {
  const { t } = useTranslation('devices');
  const isOwn = useMe().username === owner;
  const user = useQuery({ ...ownerQuery(owner), enabled: !isOwn }).data;
  const access = useQuery(userAccessQuery(owner)).data;
  const note = isOwn ? t('config.once') : t('config.once_of', { name: user ? personName(user) : owner });
  return <DeviceConfigurations {...shown} note={note} showsCode={false} access={access} />;
}
