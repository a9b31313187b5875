import { config, z } from 'zod/v4';
import { zodFault } from './zod-fault.ts';

// Imported in place of `zod` (vite.config.ts), so that this is set before any schema is made. Not `z.config`: the build
// leaves out calls of `z` whose result is not used.
config({
  // Our pages run no code made from text. Zod would try whether they do, which the browser reports as a violation.
  jitless: true,
  customError: zodFault,
});

export { z };
