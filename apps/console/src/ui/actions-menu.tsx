import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import styles from './actions-menu.module.css';
import { useRowTabIndex } from './row-focus.ts';

interface Props {
  /** Accessible name: "Actions for Warsaw". */
  label: string;
  /** Menu items. */
  children: ReactNode;
  /** `outlined`: in the header of a page; `plain`: in rows. */
  variant?: 'plain' | 'outlined';
}

/** Menu of actions. Renders only the button until it is used, because lists contain many. */
export function ActionsMenu({ label, children, variant = 'plain' }: Props) {
  const [used, setUsed] = useState(false);
  const tabIndex = useRowTabIndex();
  if (!used && variant === 'plain')
    return <RowButton label={label} onClick={() => setUsed(true)} tabIndex={tabIndex} />;
  const button = (onClick?: () => void) => (
    <ActionIcon
      {...(variant === 'plain' ? { variant: 'subtle', color: 'gray' } : { variant: 'default', size: 'lg' })}
      aria-label={label}
      aria-haspopup="menu"
      tabIndex={tabIndex}
      {...(onClick && { 'aria-expanded': false, onClick })}
    >
      <IconDots size="1.25rem" />
    </ActionIcon>
  );
  if (!used) return button(() => setUsed(true));
  return (
    <Menu defaultOpened>
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

const rowButton = `mantine-focus-auto mantine-active ${ActionIcon.classes.root} ${UnstyledButton.classes.root} ${styles.row}`;

/** Looks like the button above without its components, which slow down scrolling. */
interface RowButtonProps {
  label: string;
  onClick: () => void;
  tabIndex: 0 | -1;
}

function RowButton({ label, onClick, tabIndex }: RowButtonProps) {
  return (
    <button
      type="button"
      className={rowButton}
      data-variant="subtle"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <span className={ActionIcon.classes.icon}>
        <IconDots size="1.25rem" />
      </span>
    </button>
  );
}
