import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type AnchorAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style'> & { ref?: Ref<HTMLAnchorElement> };

/** Link to another page of the console, in text or as the name in a list. */
export const TextLink = createLink((props: AnchorProps & AnchorAttributes) => <Anchor {...props} />);

/** Link to another page of the console, as a button. */
export const ButtonLink = createLink((props: ButtonProps & AnchorAttributes) => <Button component="a" {...props} />);

/** Link to another page of the console, in a menu. */
export const MenuLink = createLink((props: MenuItemProps & AnchorAttributes) => <Menu.Item component="a" {...props} />);
