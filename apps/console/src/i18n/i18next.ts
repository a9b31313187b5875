import { texts } from './texts.ts';

// biome-ignore lint/style/noDefaultExport: imported in place of `i18next`
export default texts;
