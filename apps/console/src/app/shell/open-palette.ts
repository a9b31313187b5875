import { createSpotlight } from '@mantine/spotlight';

const [store, actions] = createSpotlight();

/** Whether the palette is open, and what is typed into it. */
export const paletteStore = store;
/** Opens the command palette from anywhere. */
export const openPalette = actions.open;
export const togglePalette = actions.toggle;
export const closePalette = actions.close;
