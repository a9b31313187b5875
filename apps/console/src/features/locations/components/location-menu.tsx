import type { LocationInfo } from '@gatewarden/contract/locations';
import { ActionIcon, Menu } from '@mantine/core';
import { IconChartAreaLine, IconDots, IconRouter, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { DeleteLocationDialog } from './delete-location-dialog.tsx';

interface Props {
  location: LocationInfo;
  /** Adds links to the pages of the location. */
  withPages: boolean;
  onDeleted: () => void;
}

/** Menu of a location: its pages and actions. */
export function LocationMenu({ location, withPages, onDeleted }: Props) {
  const { t } = useTranslation('locations');
  const [deleting, setDeleting] = useState(false);
  const params = { locationId: String(location.id) };
  const pages = [
    { label: t('menu.traffic'), to: '/overview/$locationId', icon: IconChartAreaLine },
    { label: t('menu.settings'), to: '/locations/$locationId', icon: IconSettings },
    { label: t('menu.gateways'), to: '/locations/$locationId/gateways', icon: IconRouter },
  ] as const;
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('menu.label', { name: location.name })}>
            <IconDots size="1rem" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {withPages &&
            pages.map(({ label, to, icon: Icon }) => (
              <MenuLink key={to} to={to} params={params} leftSection={<Icon size="1rem" />}>
                {label}
              </MenuLink>
            ))}
          {withPages && <Menu.Divider />}
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => setDeleting(true)}>
            {t('delete.action')}
          </DangerItem>
        </Menu.Dropdown>
      </Menu>
      {deleting && (
        <DeleteLocationDialog
          location={location}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false);
            onDeleted();
          }}
        />
      )}
    </>
  );
}
