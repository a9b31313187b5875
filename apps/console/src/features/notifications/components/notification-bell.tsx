import { ActionIcon, Loader, Popover, type PopoverProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { screens } from '../../../ui/theme/screen-sizes.ts';
import { unreadQuery } from '../notifications.queries.ts';
import styles from './notification-bell.module.css';

// the frame has only the bell; the list is loaded when it is opened
const Notifications = lazy(async () => ({ default: (await import('./notification-panel.tsx')).NotificationPanel }));
const NotificationSheet = lazy(async () => ({ default: (await import('./notification-sheet.tsx')).NotificationSheet }));

interface Props {
  /** Where the list opens. */
  position: NonNullable<PopoverProps['position']>;
}

/** Button with the number of unread notifications. Opens them beside it; on a phone they fill the screen. */
export function NotificationBell({ position }: Props) {
  const onPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  const close = () => setOpened(false);
  const toggle = () => {
    setUsed(true);
    setOpened(!opened);
  };
  if (onPhone)
    return (
      <>
        <BellButton opened={opened} onClick={toggle} />
        {used && (
          <Suspense>
            <NotificationSheet opened={opened} onClose={close} />
          </Suspense>
        )}
      </>
    );
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={position}
      width="var(--gw-peek-width)"
      offset={12}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <BellButton opened={opened} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        {/* takes the focus, so that the list may arrive later */}
        <div tabIndex={-1} data-autofocus className={styles.place}>
          <Suspense fallback={<Loader className={styles.loader} />}>
            <Notifications onLeave={close} />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ButtonProps {
  opened: boolean;
  onClick: () => void;
}

/** Other properties are those of the popover. */
function BellButton({ opened, onClick, ...rest }: ButtonProps) {
  const { t } = useTranslation();
  const unread = useQuery(unreadQuery()).data?.unread ?? 0;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      {...rest}
      className={styles.bell}
      data-opened={opened}
      aria-label={unread > 0 ? t('shell.notifications_unread', { count: unread }) : t('shell.notifications')}
      onClick={onClick}
    >
      <IconBell size="1.25rem" stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </ActionIcon>
  );
}
