import { runChecks } from './checks.mjs';
import { ensureNodeModules, runMain } from './install.mjs';

await runMain(async () => {
  await ensureNodeModules();
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
