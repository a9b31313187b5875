import { coreCommand } from './core-command.mjs';
import { launchWithConsole } from './launch.mjs';

await launchWithConsole(...coreCommand);
