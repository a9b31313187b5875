// Repeatedly kills core with SIGKILL during writes and checks after each restart that no acknowledged write is lost and
// no write is partial. `node e2e/faults/kill-core.ts --times 1000`
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { newDataDir, removeDataDir } from '../product/start-product.ts';
import { killOnce, prepareInstance } from './kill-once.ts';

const { values } = parseArgs({ options: { times: { type: 'string', default: '1000' } } });
const times = Number(values.times);
const dataDir = await newDataDir();
let writes = 0;
const prepared = await prepareInstance(dataDir);
const { credentials } = prepared;
let { product } = prepared;
const began = performance.now();
try {
  for (let round = 1; round <= times; round += 1) {
    const killAfterMilliseconds = randomInt(5, 250);
    const outcome = await killOnce({ product, credentials, round, killAfterMilliseconds });
    product = outcome.product;
    writes += outcome.writes;
    if (round % 25 === 0) report(round);
  }
  process.stdout.write(`${times} kills, ${writes} acknowledged writes, none lost, none partial\n`);
} finally {
  await product.stop();
  await removeDataDir(dataDir);
}

function report(round: number): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${round}/${times} kills, ${writes} acknowledged writes, ${seconds} s\n`);
}
