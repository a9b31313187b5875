import { createLog } from '../../platform/log/log.ts';
import { runAdminProgram } from './admin-program.ts';
import { askHidden } from './ask-hidden.ts';

process.exitCode = await runAdminProgram(process.argv.slice(2), {
  environment: process.env,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  // results are printed; other log lines would obscure them
  log: createLog('error'),
  promptSecret: askHidden,
});
