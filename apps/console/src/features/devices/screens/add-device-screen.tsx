import type { DeviceConfig } from '@gatewarden/contract/devices';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Wizard } from '../../../ui/wizard.tsx';
import { DeviceConfigurations } from '../components/device-configurations.tsx';
import { useAddDevice } from '../devices.queries.ts';
import { type ChosenKey, DeviceKeyForm } from '../forms/device-key-form.tsx';
import { DeviceNameForm } from '../forms/device-name-form.tsx';

interface Props {
  /** Whose device it will be. */
  username: string;
  /** The page to go to when it is done. */
  doneTo: string;
}

interface Added {
  readonly configs: readonly DeviceConfig[];
  readonly privateKey: string | undefined;
}

/** Name, key, configuration. Nothing is stored before the key is chosen, and the private key never. */
export function AddDeviceScreen({ username, doneTo }: Props) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const [name, setName] = useState<string>();
  const [step, setStep] = useState('name');
  const [added, setAdded] = useState<Added>();
  const [leaving, setLeaving] = useState(false);
  const add = useAddDevice(username);

  const addWith = ({ publicKey, privateKey }: ChosenKey) => {
    if (name === undefined) return;
    add.mutate(
      { name, wireguard_pubkey: publicKey },
      {
        onSuccess: ({ configs }) => {
          setAdded({ configs, privateKey });
          setStep('configuration');
        },
        onError: (error) => isApiError(error, 'device_name_taken') && setStep('name'),
      },
    );
  };
  const finish = () => {
    setLeaving(true);
    // after the guard has heard that leaving is meant
    queueMicrotask(() => void navigate({ to: doneTo }));
  };
  const wizard = [
    {
      key: 'name',
      title: t('add.step_name'),
      content: (
        <DeviceNameForm
          failure={isApiError(add.error, 'device_name_taken') ? add.error : null}
          onNamed={(given) => {
            add.reset();
            setName(given);
            setStep('key');
          }}
        />
      ),
    },
    {
      key: 'key',
      title: t('add.step_key'),
      content: (
        <DeviceKeyForm onBack={() => setStep('name')} onChosen={addWith} failure={add.error} busy={add.isPending} />
      ),
    },
    {
      key: 'configuration',
      title: t('add.step_configuration'),
      content: added && name !== undefined && (
        <>
          <DeviceConfigurations device={name} {...added} />
          <Button mt="lg" variant="default" onClick={finish}>
            {t('add.done')}
          </Button>
        </>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={t('add.title')} state={t('add.state')} />
      <LeaveGuard active={added?.privateKey !== undefined && !leaving} />
      <Wizard steps={wizard} current={step} onBack={(key) => added === undefined && setStep(key)} />
    </>
  );
}
