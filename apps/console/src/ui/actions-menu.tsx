import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

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
  const button = (onClick?: () => void) => (
    <ActionIcon
      {...(variant === 'plain' ? { variant: 'subtle', color: 'gray' } : { variant: 'default', size: 'lg' })}
      aria-label={label}
      aria-haspopup="menu"
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
