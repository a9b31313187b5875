import { Menu, type MenuItemProps } from '@mantine/core';

interface Props extends Pick<MenuItemProps, 'leftSection' | 'children' | 'disabled'> {
  onClick: () => void;
}

/** Destructive menu item, in a shade of red with enough contrast on the background of the menu. */
export function DangerItem(props: Props) {
  return <Menu.Item color="var(--gw-danger-text)" {...props} />;
}
