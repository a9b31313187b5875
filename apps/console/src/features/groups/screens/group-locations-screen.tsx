import type { GroupInfo } from '@gatewarden/contract/groups';
import type { AccessPreview, LocationInfo } from '@gatewarden/contract/locations';
import { Button, Group, Menu } from '@mantine/core';
import { IconMapPinOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { AccessChangeDialog, ConnectionBadge, locationsQuery, usePreviewAccess } from '../../locations/index.ts';
import { AccessReason, reachableLocations } from '../components/group-access.tsx';
import { useGroup } from '../use-group.ts';
import { useSetAccessWithUndo } from '../use-set-access-with-undo.ts';

// loaded when they are opened
const AddLocationsDialog = lazy(async () => ({
  default: (await import('../forms/add-locations-dialog.tsx')).AddLocationsDialog,
}));
const RemovalRefusedDialog = lazy(async () => ({
  default: (await import('../components/removal-refused-dialog.tsx')).RemovalRefusedDialog,
}));

/** The locations that the members can connect to, and why; those of the group itself are added and removed in place. */
export function GroupLocationsScreen() {
  const { t } = useTranslation('groups');
  const { group } = useGroup();
  const locations = useQuery(locationsQuery());
  const [adding, setAdding] = useState(false);
  if (!group) return null;
  if (locations.isPending) return <ListSkeleton count={4} />;
  if (!locations.data) {
    return (
      <ErrorState error={locations.error} onRetry={() => void locations.refetch()} retrying={locations.isFetching} />
    );
  }
  // administrators can connect to every location anyway
  const add = !group.is_admin && locations.data.length > 0 && (
    <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
      {t('locations.add')}
    </Button>
  );
  return (
    <>
      <LocationTable group={group} locations={locations.data} add={add} />
      {adding && (
        <Suspense>
          <AddLocationsDialog group={group} locations={locations.data} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

interface TableProps {
  group: GroupInfo;
  /** All locations. */
  locations: readonly LocationInfo[];
  /** Button that adds locations. */
  add: ReactNode;
}

function LocationTable({ group, locations, add }: TableProps) {
  const { t } = useTranslation('groups');
  const reachable = useMemo(() => reachableLocations(group, locations), [group, locations]);
  const columns = useColumns(group.name);
  const { remove, dialog } = useRemoveLocation(group);
  if (reachable.length === 0) {
    return (
      <EmptyState picture="network" title={t('locations.none_title')} text={t('locations.none_text')} action={add} />
    );
  }
  return (
    <>
      {add && (
        <Group justify="flex-end" mb="md">
          {add}
        </Group>
      )}
      <DataTable
        label={t('field.locations')}
        data={reachable}
        columns={columns}
        getId={({ id }) => String(id)}
        getName={(location) => location.name}
        opens
        phone={{ line2: (location) => <AccessReason location={location} group={group.name} /> }}
        rowActions={(location) =>
          location.allowed_groups.includes(group.name) && (
            <ActionsMenu label={t('locations.menu', { location: location.name })}>
              <Menu.Item leftSection={<IconMapPinOff size="1rem" />} onClick={() => remove(location)}>
                {t('locations.remove')}
              </Menu.Item>
            </ActionsMenu>
          )
        }
        empty={null}
      />
      {dialog}
    </>
  );
}

/** Removes the group from a location; asks before people lose access. */
function useRemoveLocation(group: GroupInfo) {
  const { setAccess, isPending } = useSetAccessWithUndo(group.name);
  const preview = usePreviewAccess();
  const [refused, setRefused] = useState<LocationInfo>();
  const [asked, setAsked] = useState<{ location: LocationInfo; change: AccessPreview }>();
  const remove = (location: LocationInfo) => {
    const groups = location.allowed_groups.filter((name) => name !== group.name);
    if (groups.length === 0) return setRefused(location);
    preview.mutate(
      { id: location.id, groups },
      {
        onSuccess: (change) => (change.people_lost > 0 ? setAsked({ location, change }) : setAccess([location], false)),
        onError: showFailure,
      },
    );
  };
  const dialog = (
    <Suspense>
      {refused && <RemovalRefusedDialog group={group} location={refused} onClose={() => setRefused(undefined)} />}
      {asked && (
        <AccessChangeDialog
          name={asked.location.name}
          change={asked.change}
          saving={isPending}
          onConfirm={() => setAccess([asked.location], false, { onSuccess: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Suspense>
  );
  return { remove, dialog };
}

function useColumns(group: string): readonly Column<LocationInfo>[] {
  const { t } = useTranslation('groups');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('locations.location'),
        share: 2,
        cell: ({ id, name }) => (
          <RowLink to="/locations/$locationId/access" params={{ locationId: String(id) }} title={name}>
            {name}
          </RowLink>
        ),
      },
      {
        id: 'reason',
        header: t('locations.reason'),
        share: 2.5,
        cell: (location) => <AccessReason location={location} group={group} />,
      },
      {
        id: 'gateways',
        header: t('locations.gateways'),
        share: 2,
        cell: ({ gateways }) => <ConnectionBadge gateways={gateways} short />,
      },
    ],
    [t, group],
  );
}
