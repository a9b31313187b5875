import { Button, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewDeviceForm, type Platform } from '../../features/devices/index.ts';
import { Callout } from '../../ui/callout.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { DeviceFiles } from '../device-files.tsx';
import { type Session, useAddDevice } from '../edge.queries.ts';
import { useEdge } from '../edge-context.ts';
import { isDeviceRequired } from '../enrollment-steps.ts';
import { keepInTab, keptInTab } from '../kept-in-tab.ts';
import { OpenClient } from '../open-client.tsx';

interface Props {
  session: Session;
  onNext: () => void;
}

type Added = NonNullable<ReturnType<typeof useAddDevice>['data']>;

/** A device by a client, or with the WireGuard app. */
export function DeviceStep({ session, onNext }: Props) {
  const { t } = useTranslation('edge');
  const { client_download_url: downloadUrl } = useEdge();
  const queryClient = useQueryClient();
  const add = useAddDevice();
  const [isManual, setManual] = useState(false);
  const [files, setFiles] = useState<{ platform: Platform; added: Added }>();
  const { device_names } = session.user;
  const taken = useMemo(() => new Set(device_names), [device_names]);
  const before = useRef(new Set(device_names));
  const [lost] = useState(() => keptInTab(session).unsavedDevice);
  const newNames = device_names.filter((name) => !before.current.has(name));

  if (files) {
    return (
      <Stack gap="md">
        <DeviceFiles
          {...files}
          onSaved={() => keepInTab(session, { unsavedDevice: '' })}
          onNext={() => {
            keepInTab(session, { unsavedDevice: '' });
            onNext();
          }}
        />
      </Stack>
    );
  }
  if (isManual) {
    return (
      <NewDeviceForm
        owner={session.user.first_name}
        taken={taken}
        add={add}
        onAdded={(device) => {
          setFiles(device);
          if (device.added.privateKey !== undefined) keepInTab(session, { unsavedDevice: device.added.device.name });
          void queryClient.invalidateQueries({ queryKey: ['session'] });
        }}
        onCancel={() => setManual(false)}
      />
    );
  }
  // the app of WireGuard can be found by everyone, a client only where the administrator says so
  const hasClient = downloadUrl !== '';
  const isDone = newNames.length > 0 || (session.kind === 'enrollment' && device_names.length > 0);
  const canSkip = device_names.length > 0 || !isDeviceRequired(session);
  const byApp = !session.settings.only_client_activation && (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('device.manual')}
      </Title>
      <Button variant={hasClient || isDone ? 'default' : 'filled'} onClick={() => setManual(true)}>
        {t('device.manual_start')}
      </Button>
    </section>
  );
  return (
    <Stack gap="lg">
      <Devices names={device_names} newNames={newNames} />
      {lost !== '' && device_names.includes(lost) && (
        <Callout tone="warning">{t('device.lost', { name: lost })}</Callout>
      )}
      {!hasClient && byApp}
      <section>
        <Title order={2} size="h3" mb="sm">
          {t('client.heading')}
        </Title>
        <OpenClient url={session.instance.proxy_url} token={session.token} />
      </section>
      {hasClient && byApp}
      {canSkip && (
        <DialogActions>
          <Button variant={isDone ? 'filled' : 'subtle'} onClick={onNext}>
            {t(device_names.length > 0 ? 'next' : 'device.skip')}
          </Button>
        </DialogActions>
      )}
    </Stack>
  );
}

interface DevicesProps {
  names: readonly string[];
  /** Added since this page was opened. */
  newNames: readonly string[];
}

/** What is there already, so that no device is added twice after a reload. */
function Devices({ names, newNames }: DevicesProps) {
  const { t } = useTranslation('edge');
  const listOf = (all: readonly string[]) => all.join(', ');
  if (newNames.length > 0) return <Callout tone="success">{t('device.added', { name: listOf(newNames) })}</Callout>;
  return names.length > 0 && <Callout tone="info">{t('device.existing', { names: listOf(names) })}</Callout>;
}
