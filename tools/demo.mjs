import { launchWithConsole } from './launch.mjs';

await launchWithConsole('demo/main.ts');
