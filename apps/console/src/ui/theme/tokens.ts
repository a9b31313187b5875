/**
 * All colors, sizes and distances of the console. No other file has literals of these; style sheets use the variables
 * that `theme.ts` derives. Text colors have a contrast of 4.5:1 on every background
 * of their scheme.
 */
type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

export const palette = {
  iris: ['#f1f1fe', '#e2e3fd', '#c8caFB', '#a9abf8', '#8f91f3', '#7678ea', '#5b5dd6', '#4b4dbb', '#3d3f99', '#2c2d70'],
  gray: ['#f7f8fa', '#f0f2f5', '#e6e9ed', '#d9dde3', '#c1c7d0', '#9aa2ae', '#687180', '#4c5462', '#313844', '#1a1f28'],
  dark: ['#e9ebef', '#c8cdd6', '#a0a8b5', '#78818f', '#3b424d', '#2c313a', '#23272f', '#1a1d23', '#131519', '#0d0f12'],
  green: ['#edf9f2', '#d7f2e2', '#aee3c5', '#7fd1a4', '#55bf86', '#35a86c', '#218a55', '#187045', '#125738', '#0c3d27'],
  amber: ['#fff7e6', '#ffecc6', '#ffdb94', '#ffc85c', '#f5b131', '#d9930f', '#b27304', '#8a5803', '#6b4403', '#4a2f03'],
  red: ['#fff0f0', '#ffe0e0', '#ffc4c4', '#ff9d9d', '#fa7a7a', '#ed5757', '#d93b3b', '#b92c2c', '#952323', '#6b1a1a'],
  blue: ['#edf5ff', '#d9e9ff', '#b4d3ff', '#88b9fd', '#5f9ff8', '#3d86ed', '#2570d8', '#1b5ab2', '#16488f', '#103466'],
} as const satisfies Record<string, Shades>;

/** How something looks in a scheme that may not be the current one: the page and its text. */
const previews = {
  'preview-light': '#f4f5f8',
  'preview-light-text': '#5b6472',
  'preview-dark': palette.dark[9],
  'preview-dark-text': palette.dark[2],
} as const;

/**
 * Colors by role; one value per scheme. `ground` is the page, `canvas` the cards and fields on it, `surface` an inset within
 * a card, `raised` a menu or dialog above the page, `button` a secondary button on any of them; `divider` is between the
 * rows of a card.
 */
export const roles = {
  light: {
    ground: '#f4f5f8',
    canvas: '#ffffff',
    surface: palette.gray[0],
    raised: '#ffffff',
    hover: palette.gray[1],
    button: '#ffffff',
    'button-hover': palette.gray[1],
    border: palette.gray[3],
    divider: palette.gray[2],
    'border-strong': palette.gray[5],
    text: palette.gray[9],
    'text-dim': '#5b6472',
    accent: palette.iris[6],
    'accent-text': palette.iris[7],
    'accent-soft': palette.iris[0],
    'success-text': palette.green[7],
    'success-soft': palette.green[0],
    'warning-text': palette.amber[7],
    'warning-soft': palette.amber[0],
    'danger-text': palette.red[7],
    'danger-soft': palette.red[0],
    'info-text': palette.blue[7],
    'info-soft': palette.blue[0],
    'traffic-up': '#0c8577',
    'traffic-down': '#5b5dd6',
    'on-accent': '#ffffff',
    'qr-ink': '#000000',
    'qr-ground': '#ffffff',
    ...previews,
  },
  dark: {
    ground: palette.dark[9],
    canvas: '#15181e',
    surface: '#1b1e25',
    raised: '#1f232b',
    hover: palette.dark[6],
    button: '#2a2f39',
    'button-hover': '#343a46',
    border: '#2a2f38',
    divider: '#22262e',
    'border-strong': palette.dark[3],
    text: palette.dark[0],
    'text-dim': palette.dark[2],
    accent: '#6163dc',
    'accent-text': palette.iris[3],
    'accent-soft': '#23244a',
    'success-text': palette.green[3],
    'success-soft': '#12291e',
    'warning-text': palette.amber[3],
    'warning-soft': '#302309',
    'danger-text': palette.red[3],
    'danger-soft': '#361819',
    'info-text': palette.blue[3],
    'info-soft': '#14263f',
    'traffic-up': '#3fbfae',
    'traffic-down': '#9597f7',
    'on-accent': '#ffffff',
    'qr-ink': '#000000',
    'qr-ground': '#ffffff',
    ...previews,
  },
} as const;
export type Role = keyof (typeof roles)['light'];

/** Lightness and chroma of avatars; their hue follows from the name. */
export const avatarColors = {
  light: { 'avatar-ground': '0.92 0.045', 'avatar-ink': '0.42 0.12' },
  dark: { 'avatar-ground': '0.34 0.06', 'avatar-ink': '0.9 0.06' },
} as const;

/** Hint, text, section title, page title; `sizes['figure-size']` is for the one or two figures that a page is about. */
export const fontSizes = { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.5rem' } as const;
export const lineHeights = { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.3' } as const;
/** The 8 px grid, with a half step for adjacent elements. */
export const spacing = { xs: '0.25rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' } as const;
export const radius = { xs: '0.125rem', sm: '0.25rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' } as const;

export const sizes = {
  'sidebar-width': '15rem',
  'sidebar-rail-width': '4rem',
  'header-height': '3.5rem',
  'row-height': '2.5rem',
  'form-width': '40rem',
  'page-width': '90rem',
  'reading-width': '45rem',
  'card-width': '26rem',
  'peek-width': '26rem',
  'avatar-sm': '1.5rem',
  'avatar-md': '2.5rem',
  'avatar-lg': '3.5rem',
  'control-height': '2.25rem',
  'icon-button': '1.75rem',
  'tab-bar-height': '3.5rem',
  'touch-size': '2.75rem',
  'chart-height': '15rem',
  'sparkline-height': '2.5rem',
  'line-width': '1.5px',
  'figure-size': '1.75rem',
  'figure-height': '2.25rem',
  'qr-code-width': '16rem',
  'search-width': '20rem',
  'map-cluster': '15rem',
  'map-plan-height': '18rem',
  'hint-width': '12rem',
  'rule-width': '8.75rem',
  'toast-icon': '1.25rem',
  hairline: '1px',
  'ring-width': '2px',
  'sign-in-logo-width': '250px',
  'sign-in-logo-height': '100px',
  'navigation-logo': '100px',
} as const;

/** `row-height` in pixels, for calculations before rendering. */
export const rowHeightPixels = 40;

export const fonts = {
  // Pretendard has files as soon as there is Hangul to show, see `korean-font.ts`
  text: "'Inter Variable', 'Pretendard Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  // Inter has no Hangul; Pretendard has both, drawn to match
  korean:
    "'Pretendard Variable', system-ui, -apple-system, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif",
  code: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
} as const;

/** Milliseconds; only changes that need an explanation are animated. */
export const motion = 120;
export const shadow = {
  light: '0 4px 16px rgb(16 20 28 / 12%), 0 1px 3px rgb(16 20 28 / 10%)',
  dark: '0 4px 20px rgb(0 0 0 / 50%), 0 1px 3px rgb(0 0 0 / 40%)',
} as const;
