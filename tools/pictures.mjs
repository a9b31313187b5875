import { launchWithConsole } from './launch.mjs';

await launchWithConsole('demo/pictures.ts');
