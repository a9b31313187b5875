import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Sidebar } from './sidebar.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The navigation of a phone, above the page. */
export function NavigationDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="18rem"
      withCloseButton={false}
      padding={0}
      attributes={{ content: { 'aria-label': t('shell.navigation') } }}
    >
      <Sidebar inDrawer onNavigate={onClose} />
    </Drawer>
  );
}
