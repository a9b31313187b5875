export { createHistory } from './history.feature.ts';
export type { History } from './history.service.ts';
export { restored } from './restored.command.ts';
