import { Menu, type MenuItemProps } from '@mantine/core';

interface Props extends Pick<MenuItemProps, 'leftSection' | 'children' | 'disabled'> {
  onClick: () => void;
}

/** What takes something away, in a menu: red, in the shade that can be read on the menu's ground. */
export function DangerItem(props: Props) {
  return <Menu.Item color="var(--gw-danger-text)" {...props} />;
}
