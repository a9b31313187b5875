import { launchWithConsole } from './launch.mjs';

await launchWithConsole('apps/server/src/main.ts');
