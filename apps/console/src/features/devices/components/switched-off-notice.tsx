import type { UserDevice } from '@gatewarden/contract/users';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useMe } from '../../auth/index.ts';
import { useSwitchOnDevice } from '../devices.queries.ts';
import styles from './device-list.module.css';

/** Since when an emergency stop blocks the device, with a button to switch it on if the user may do so. */
export function SwitchedOffNotice({ device, at }: { device: UserDevice; at: string }) {
  const { t } = useTranslation('devices');
  const switchOn = useSwitchOnDevice();
  const { is_admin: isAdmin } = useMe();
  const name = device.name;
  const isSuspended = device.suspended_at !== null;
  return (
    <div className={styles.off}>
      <StatusBadge tone="danger">
        {t(isSuspended ? 'off.suspended' : 'off.since')} <RelativeTime at={at} />
      </StatusBadge>
      {isSuspended && !isAdmin ? (
        <Text size="sm">{t('off.ask_admin')}</Text>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={switchOn.isPending}
          aria-label={t('off.switch_on_one', { device: name })}
          onClick={() =>
            switchOn.mutate(device.id, {
              onSuccess: () => toast.success(t('off.done', { device: name })),
              onError: showFailure,
            })
          }
        >
          {t('off.switch_on')}
        </Button>
      )}
    </div>
  );
}
