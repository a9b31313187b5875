import type { UserDevice } from '@gatewarden/contract/users';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSwitchOnDevice } from '../devices.queries.ts';
import styles from './device-list.module.css';

/** Since when a device may connect nowhere because its owner was stopped, and the way back. */
export function SwitchedOff({ device, at }: { device: UserDevice; at: string }) {
  const { t } = useTranslation('devices');
  const switchOn = useSwitchOnDevice();
  const name = device.name;
  return (
    <div className={styles.off}>
      <StatusBadge tone="danger">
        {t('off.since')} <RelativeTime at={at} />
      </StatusBadge>
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
    </div>
  );
}
