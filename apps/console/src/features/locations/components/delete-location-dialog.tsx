import type { LocationInfo } from '@gatewarden/contract/locations';
import { List, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AccessReferencesNote } from '../../access-references/index.ts';
import { locationUsageQuery, useDeleteLocation } from '../locations.queries.ts';

interface Props {
  location: LocationInfo;
  onClose: () => void;
  onDeleted: () => void;
}

/** Shows numbers of what is lost, and asks for the name, because the keys cannot be recovered. */
export function DeleteLocationDialog({ location, onClose, onDeleted }: Props) {
  const { t } = useTranslation('locations');
  const remove = useDeleteLocation();
  const { id, name } = location;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            toast.success(t('delete.done', { name }));
            onDeleted();
          },
          onError: showFailure,
        })
      }
      confirming={remove.isPending}
      title={t('delete.title', { name })}
      consequences={
        <>
          <Consequences location={location} />
          <AccessReferencesNote kind="location" id={id} />
        </>
      }
      confirmLabel={t('delete.action')}
      typeToConfirm={name}
    />
  );
}

function Consequences({ location: { id, gateways } }: { location: LocationInfo }) {
  const { t } = useTranslation('locations');
  const usage = useQuery(locationUsageQuery(id));
  const inService = gateways.filter(({ revoked }) => !revoked).length;
  return (
    <List>
      {usage.isPending && (
        <List.Item>
          <Skeleton component="span" display="inline-block" h="1em" w="12em" />
        </List.Item>
      )}
      {usage.isError && <List.Item>{t('delete.unknown')}</List.Item>}
      {usage.data && <List.Item>{devicesText(usage.data)}</List.Item>}
      {usage.data && usage.data.network_devices > 0 && (
        <List.Item>{t('delete.network_devices', { count: usage.data.network_devices })}</List.Item>
      )}
      {inService > 0 && <List.Item>{t('delete.gateways', { count: inService })}</List.Item>}
      <List.Item>{t('delete.forever')}</List.Item>
    </List>
  );

  function devicesText({ users, user_devices: count }: { users: number; user_devices: number }): string {
    return count === 0
      ? t('delete.no_devices')
      : t('delete.devices', { count, people: t('delete.people', { count: users }) });
  }
}
