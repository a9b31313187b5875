import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import buttons from './buttons.module.css';
import dialogs from './dialogs.module.css';
import fields from './fields.module.css';
import modals from './modals.module.css';
import { portalTargetId } from './portal-target.ts';
import { breakpoints, em } from './screen-sizes.ts';
import {
  avatarColors,
  fontSizes,
  fonts,
  lineHeights,
  motion,
  palette,
  radius,
  roles,
  shadow,
  sizes,
  spacing,
} from './tokens.ts';

declare module '@mantine/core' {
  /**
   * Only these colors compile: other palettes of Mantine have no roles for both schemes, so their contrast is too low.
   */
  interface MantineThemeColorsOverride {
    colors: Record<keyof typeof palette | 'dimmed' | 'inherit' | `var(--gw-${string})`, MantineColorsTuple>;
  }
}

const quickTransition = { transitionProps: { duration: motion } };
/**
 * A style sheet (`dialogs.module.css`) prevents scrolling of the page behind: a style element would need an exception
 * in the CSP.
 */
const overlay = { ...quickTransition, lockScroll: false, overlayProps: { backgroundOpacity: 0.4 } };

export const theme = createTheme({
  colors: palette,
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 6 },
  black: roles.light.text,
  white: roles.light.canvas,
  fontFamily: 'var(--gw-font-text)',
  fontFamilyMonospace: 'var(--gw-font-code)',
  fontSizes,
  lineHeights,
  spacing,
  radius,
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--gw-shadow)', lg: 'var(--gw-shadow)', xl: 'var(--gw-shadow)' },
  breakpoints: {
    xs: em(breakpoints.tablet / 2),
    sm: em(breakpoints.tablet),
    md: em(breakpoints.desktop),
    lg: em(breakpoints.wide),
    xl: em(breakpoints.wide * 1.2),
  },
  headings: {
    fontFamily: 'var(--gw-font-text)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: fontSizes.xl, lineHeight: '2rem' },
      h2: { fontSize: fontSizes.lg, lineHeight: '1.5rem' },
      h3: { fontSize: fontSizes.md, lineHeight: '1.25rem' },
      h4: { fontSize: fontSizes.md, lineHeight: '1.25rem' },
      h5: { fontSize: fontSizes.xs, lineHeight: '1rem' },
      h6: { fontSize: fontSizes.xs, lineHeight: '1rem' },
    },
  },
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    Button: { classNames: { root: buttons.root, label: buttons.label } },
    Drawer: { classNames: dialogs, defaultProps: overlay },
    Input: { classNames: { wrapper: fields.wrapper } },
    InputWrapper: { classNames: { label: fields.label, error: fields.error, description: fields.description } },
    Loader: { defaultProps: { size: 20, type: 'oval' } },
    // The placeholder is not a valid child of a menu; without it the first item takes the focus.
    Menu: {
      defaultProps: { ...quickTransition, shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false },
    },
    Modal: {
      classNames: { ...dialogs, ...modals },
      defaultProps: { ...overlay, centered: true },
    },
    Popover: { defaultProps: { ...quickTransition, shadow: 'md' } },
    Portal: { defaultProps: { target: `#${portalTargetId}` } },
    Select: { defaultProps: { comboboxProps: { ...quickTransition, shadow: 'md' } } },
    MultiSelect: { defaultProps: { comboboxProps: { ...quickTransition, shadow: 'md' } } },
    Tooltip: { defaultProps: { ...quickTransition, openDelay: 300, withinPortal: true } },
  },
});

/** Our tokens as variables (`--gw-…`), and the semantic variables of Mantine based on them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    ...prefixed(sizes),
    '--gw-font-text': fonts.text,
    '--gw-font-code': fonts.code,
    '--gw-font-korean': fonts.korean,
    '--gw-motion': `${motion}ms`,
  },
  light: { ...prefixed(roles.light), ...prefixed(avatarColors.light), ...mantineRoles, '--gw-shadow': shadow.light },
  dark: { ...prefixed(roles.dark), ...prefixed(avatarColors.dark), ...mantineRoles, '--gw-shadow': shadow.dark },
});

const role = (name: keyof typeof roles.light) => `var(--gw-${name})`;
const mantineRoles = {
  '--mantine-color-text': role('text'),
  '--mantine-color-body': role('canvas'),
  '--mantine-color-bright': role('text'),
  '--mantine-color-dimmed': role('text-dim'),
  '--mantine-color-placeholder': role('text-dim'),
  '--mantine-color-anchor': role('accent-text'),
  '--mantine-color-error': role('danger-text'),
  '--mantine-color-success': role('success-text'),
  '--mantine-color-default': role('button'),
  '--mantine-color-default-hover': role('button-hover'),
  '--mantine-color-default-color': role('text'),
  '--mantine-color-default-border': role('border'),
  '--mantine-color-disabled': role('hover'),
  '--mantine-color-disabled-color': role('text-dim'),
  '--mantine-color-disabled-border': role('border'),
  '--mantine-color-iris-filled': role('accent'),
  '--mantine-color-iris-light': role('accent-soft'),
  '--mantine-color-iris-light-color': role('accent-text'),
  '--mantine-color-iris-text': role('accent-text'),
  // the default of Mantine is too dark for the text on it
  '--mantine-color-iris-light-hover': role('hover'),
  '--mantine-color-green-light': role('success-soft'),
  '--mantine-color-green-light-color': role('success-text'),
  '--mantine-color-green-text': role('success-text'),
  '--mantine-color-amber-light': role('warning-soft'),
  '--mantine-color-amber-light-color': role('warning-text'),
  '--mantine-color-amber-text': role('warning-text'),
  '--mantine-color-red-light': role('danger-soft'),
  '--mantine-color-red-light-color': role('danger-text'),
  '--mantine-color-red-text': role('danger-text'),
  '--mantine-color-blue-light': role('info-soft'),
  '--mantine-color-blue-light-color': role('info-text'),
  '--mantine-color-blue-text': role('info-text'),
};

function prefixed(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--gw-${name}`, value]));
}
