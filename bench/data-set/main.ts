// Fills an empty instance with a company of ten thousand people and a year of activity.
// `node bench/data-set/main.ts --data-dir ./data` or `--database-url postgres://…`; `--help` lists the options.
import { parseArgs } from 'node:util';
import { loadDataSet } from './load.ts';
import { sharedPassword } from './load-people.ts';
import { administrator } from './prepare-instance.ts';
import { huge, large, small } from './sizes.ts';
import type { Target } from './target.ts';

const help = `Usage: node bench/data-set/main.ts --data-dir <folder> | --database-url <url> [options]

  --data-dir <folder>   folder of the embedded database and the instance key; created when missing
  --database-url <url>  an external PostgreSQL instead; the instance key is GATEWARDEN_SECRET_KEY or in --data-dir
  --size <name>         large (default), huge or small
  --seed <text>         another one gives other data (default: gatewarden)
  --until <instant>     where traffic and log end (default: now)
`;

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    'database-url': { type: 'string' },
    size: { type: 'string', default: 'large' },
    seed: { type: 'string', default: 'gatewarden' },
    until: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const sizes = new Map([
  ['large', large],
  ['huge', huge],
  ['small', small],
]).get(values.size);
const until = values.until === undefined ? new Date() : new Date(values.until);

if (values.help) {
  process.stdout.write(help);
} else if (!sizes || Number.isNaN(until.getTime()) || !(values['data-dir'] || values['database-url'])) {
  process.stderr.write(help);
  process.exitCode = 2;
} else {
  const report = (part: string, seconds: number) => process.stdout.write(`${seconds.toFixed(1)} s  ${part}\n`);
  const loaded = await loadDataSet(target(), { sizes, seed: values.seed, until, report });
  for (const [name, count] of Object.entries(loaded)) process.stdout.write(`${count} ${name}\n`);
  process.stdout.write(`${administrator.username} signs in with ${administrator.password}, `);
  process.stdout.write(`all other users with ${sharedPassword}\n`);
}

function target(): Target {
  const secretKey = process.env['GATEWARDEN_SECRET_KEY'];
  return {
    ...(values['data-dir'] && { GATEWARDEN_DATA_DIR: values['data-dir'] }),
    ...(values['database-url'] && { DATABASE_URL: values['database-url'] }),
    ...(secretKey && { GATEWARDEN_SECRET_KEY: secretKey }),
  };
}
