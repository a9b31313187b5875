import { launchWithConsole } from './launch.mjs';

await launchWithConsole('bench/main.ts');
