import type { DeviceConfig } from '@gatewarden/contract/devices';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Wizard } from '../../../ui/wizard.tsx';
import { DeviceConfigurations } from '../components/device-configurations.tsx';
import { DeviceLimit } from '../components/device-limit.tsx';
import { type ChosenKey, useAddDevice } from '../devices.queries.ts';
import { DeviceKeyForm } from '../forms/device-key-form.tsx';
import { DeviceNameForm } from '../forms/device-name-form.tsx';

interface Props extends Pick<ComponentProps<typeof PageHeader>, 'title' | 'above'> {
  /** Owner of the new device. */
  username: string;
  /** Path of the page to open at the end. */
  returnTo: string;
}

interface AddedDevice {
  readonly configs: readonly DeviceConfig[];
  readonly privateKey: string | undefined;
}

/** Wizard: name, key, configuration. The device is stored when the key is chosen; the private key is never stored. */
export function AddDeviceScreen({ username, returnTo, ...head }: Props) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [step, setStep] = useState<'name' | 'key'>('name');
  const [added, setAdded] = useState<AddedDevice>();
  const add = useAddDevice(username);
  const nameRefused = isApiError(add.error) && add.error.field === 'name';

  const addWith = (chooseKey: () => Promise<ChosenKey>) =>
    add.mutate(
      { name, chooseKey },
      {
        onSuccess: setAdded,
        onError: (error) => isApiError(error) && error.field === 'name' && setStep('name'),
      },
    );
  const confirmName = (given: string) => {
    add.reset();
    setName(given);
    setStep('key');
  };
  const finish = () => void navigate({ to: returnTo, ignoreBlocker: true, replace: true });

  const steps = [
    {
      key: 'name',
      title: t('add.step_name'),
      content: (
        <DeviceLimit username={username} devicesPath={returnTo}>
          <DeviceNameForm failure={nameRefused ? add.error : null} onNamed={confirmName} />
        </DeviceLimit>
      ),
    },
    {
      key: 'key',
      title: t('add.step_key'),
      content: (
        <DeviceKeyForm
          onBack={() => setStep('name')}
          onChosen={addWith}
          failure={nameRefused ? null : add.error}
          busy={add.isPending}
        />
      ),
    },
    {
      key: 'configuration',
      title: t('add.step_configuration'),
      content: added && (
        <>
          <DeviceConfigurations device={name} {...added} />
          <DialogActions>
            <Button onClick={finish}>{t('add.done')}</Button>
          </DialogActions>
        </>
      ),
    },
  ];
  return (
    <>
      <PageHeader {...head} state={t('add.state')} />
      <LeaveGuard
        active={added?.privateKey !== undefined}
        title={t('add.leave_title')}
        text={t('add.leave_text')}
        leaveLabel={t('add.leave')}
      />
      <Wizard
        steps={steps}
        current={added ? 'configuration' : step}
        // The device exists now, so the wizard does not go back.
        onBack={(key) => !added && setStep(key === 'key' ? 'key' : 'name')}
      />
    </>
  );
}
