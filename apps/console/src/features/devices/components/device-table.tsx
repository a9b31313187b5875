import type { ListedDevice } from '@gatewarden/contract/traffic';
import { Menu } from '@mantine/core';
import { IconEye, IconTrash, IconUser } from '@tabler/icons-react';
import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { type LocationNames, PhoneBadge, WhereOrWhen } from './device-cells.tsx';
import { useDevicePeek } from './device-peek.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof DataTable<ListedDevice>>,
    'columns' | 'sort' | 'onSortChange' | 'bulkActions' | 'empty'
  > {
  devices: readonly ListedDevice[];
  names: LocationNames;
  onRemove: (device: ListedDevice) => void;
}

/** Table of devices with menus; rows of two lines on a phone. */
export function DeviceTable({ devices, names, onRemove, ...list }: Props) {
  const { t } = useTranslation('devices');
  const phone = useMemo(
    () => ({
      line2: (device: ListedDevice) => (
        <>
          {personName(device)} · <WhereOrWhen device={device} names={names} />
        </>
      ),
      trailing: (device: ListedDevice) => <PhoneBadge device={device} />,
    }),
    [names],
  );
  const peek = useDevicePeek();
  return (
    <DataTable
      {...list}
      label={t('list.title')}
      data={devices}
      getId={idOf}
      getName={nameOf}
      rowActions={(device, row) => (
        <ListedDeviceMenu device={device} onPeek={row.peek} onRemove={() => onRemove(device)} />
      )}
      opens
      peek={peek}
      phone={phone}
    />
  );
}

const idOf = ({ id }: ListedDevice) => String(id);
const nameOf = ({ name }: ListedDevice) => name;

interface MenuProps {
  device: ListedDevice;
  onPeek: (() => void) | undefined;
  onRemove: () => void;
}

function ListedDeviceMenu({ device, onPeek, onRemove }: MenuProps) {
  const { t } = useTranslation(['devices', 'common']);
  return (
    <ActionsMenu label={t('list.menu', { device: device.name })}>
      {onPeek && (
        <Menu.Item leftSection={<IconEye size="1rem" />} onClick={onPeek}>
          {t('common:peek.show')}
        </Menu.Item>
      )}
      <MenuLink to="/users/$username" params={{ username: device.username }} leftSection={<IconUser size="1rem" />}>
        {t('all.open_owner')}
      </MenuLink>
      <Menu.Divider />
      <DangerItem leftSection={<IconTrash size="1rem" />} onClick={onRemove}>
        {t('list.remove')}
      </DangerItem>
    </ActionsMenu>
  );
}
