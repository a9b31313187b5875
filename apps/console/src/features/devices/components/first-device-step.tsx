import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberedStep } from '../../../ui/numbered-steps.tsx';
import { AddDeviceLink, useLacksDevice } from './add-first-device.tsx';

interface Props {
  locationId: number;
  /** Whether devices can connect. */
  isReady: boolean;
}

/** The last step of a setup: the user adds a device. Nothing for users with a device in the location. */
export function FirstDeviceStep({ locationId, isReady }: Props) {
  const { t } = useTranslation('devices');
  const lacksDevice = useLacksDevice(locationId);
  if (!lacksDevice) return null;
  return (
    <NumberedStep title={t('first.step')}>
      <Text c="dimmed">{t(isReady ? 'first.step_text' : 'first.step_wait')}</Text>
      {isReady && (
        <div>
          <AddDeviceLink />
        </div>
      )}
    </NumberedStep>
  );
}
