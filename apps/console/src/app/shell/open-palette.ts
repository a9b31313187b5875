import { createSpotlight } from '@mantine/spotlight';

const [store, actions] = createSpotlight();

/** State of the palette: whether it is open, and its query. */
export const paletteStore = store;
/** Opens the command palette from anywhere. */
export const openPalette = actions.open;
export const togglePalette = actions.toggle;
export const closePalette = actions.close;
