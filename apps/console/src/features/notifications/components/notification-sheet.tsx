import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NotificationPanel } from './notification-panel.tsx';
import styles from './notification-sheet.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The notifications on a phone. */
export function NotificationSheet({ opened, onClose }: Props) {
  const { t } = useTranslation('notifications');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="100%"
      withCloseButton={false}
      padding={0}
      classNames={{ body: styles.body }}
      attributes={{ content: { 'aria-label': t('title') } }}
    >
      <NotificationPanel onLeave={onClose} onClose={onClose} />
    </Drawer>
  );
}
