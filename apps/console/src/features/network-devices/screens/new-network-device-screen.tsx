import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { locationsQuery } from '../../locations/index.ts';
import { ClientCommandDialog } from '../components/client-command-dialog.tsx';
import { NetworkDeviceSetupDialog } from '../components/network-device-setup-dialog.tsx';
import { NewNetworkDeviceForm } from '../forms/new-network-device-form.tsx';
import { useAddNetworkDevice, useStartNetworkDevice } from '../network-devices.queries.ts';

/**
 * Adds a network device, then shows its configuration with the private key, or the command with the token of a
 * command-line client. Neither secret is stored.
 */
export function NewNetworkDeviceScreen() {
  const { t } = useTranslation('network-devices');
  const navigate = useNavigate();
  const locations = useQuery(locationsQuery());
  const add = useAddNetworkDevice();
  const start = useStartNetworkDevice();
  const leave = () => void navigate({ to: '/network-devices', ignoreBlocker: true });
  return (
    <>
      <PageHeader title={t('add')} above={[{ label: t('title'), to: '/network-devices' }]} />
      {locations.isPending ? (
        <FormSkeleton />
      ) : locations.data === undefined ? (
        <ErrorState error={locations.error} onRetry={() => void locations.refetch()} retrying={locations.isFetching} />
      ) : locations.data.length === 0 ? (
        <EmptyState
          icon={<IconMapPinOff />}
          title={t('no_location_title')}
          text={t('no_location_text')}
          action={<ButtonLink to="/locations/new">{t('add_location')}</ButtonLink>}
        />
      ) : (
        <NewNetworkDeviceForm
          locations={locations.data}
          add={add}
          start={start}
          onCancel={() => void navigate({ to: '/network-devices' })}
        />
      )}
      {add.data && <NetworkDeviceSetupDialog added={add.data} onDone={leave} />}
      {start.data && <ClientCommandDialog device={start.variables.name} enrollment={start.data} onDone={leave} />}
    </>
  );
}
