import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

interface Props {
  /** Whose actions: "Actions for Warsaw". */
  label: string;
  /** The items. */
  children: ReactNode;
  /** `outlined`: on its own, in the head of a page; `plain`: one of many, in rows. */
  variant?: 'plain' | 'outlined';
}

/** What can be done with a thing, behind three dots. Only the button is drawn until it is used: lists have many. */
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
