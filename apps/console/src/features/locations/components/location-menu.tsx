import type { LocationInfo } from '@gatewarden/contract/locations';
import { Menu } from '@mantine/core';
import { IconChartAreaLine, IconEye, IconRouter, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { DeleteLocationDialog } from './delete-location-dialog.tsx';

interface Props {
  location: LocationInfo;
  /** Adds links to the pages of the location. */
  withPages: boolean;
  /** Shows the summary beside the list. */
  onPeek?: (() => void) | undefined;
  onDeleted: () => void;
}

/** Menu of a location: its pages and actions. */
export function LocationMenu({ location, withPages, onPeek, onDeleted }: Props) {
  const { t } = useTranslation(['locations', 'common']);
  const [deleting, setDeleting] = useState(false);
  const params = { locationId: String(location.id) };
  const pages = [
    { label: t('menu.overview'), to: '/locations/$locationId', icon: IconChartAreaLine },
    { label: t('menu.settings'), to: '/locations/$locationId/settings', icon: IconSettings },
    { label: t('menu.gateways'), to: '/locations/$locationId/gateways', icon: IconRouter },
  ] as const;
  return (
    <>
      <ActionsMenu label={t('menu.label', { name: location.name })} variant={withPages ? 'plain' : 'outlined'}>
        {onPeek && (
          <Menu.Item leftSection={<IconEye size="1rem" />} onClick={onPeek}>
            {t('common:peek.show')}
          </Menu.Item>
        )}
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
      </ActionsMenu>
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
