// A filled instance to click through, gone without a trace when it ends. `npm run demo -- --help` tells the options.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCaller } from '../apps/server/test/caller.ts';
import { connectBeside } from '../bench/connect-beside.ts';
import { startProduct } from '../e2e/product/start-product.ts';
import { administrator, instanceName, password } from './company.ts';
import { fillCompany } from './fill-company.ts';
import { loadHistory } from './history.ts';
import { startLiveNetwork } from './network/live-network.ts';
import { whatPreventsNetwork } from './network/what-prevents-it.ts';

const help = `Usage: npm run demo -- [options]

  --port <number>  port of the console (default: 8000, or any free one where that is taken)
  --no-network     no gateways and clients
`;
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    network: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
const print = (line: string) => void process.stdout.write(`${line}\n`);

if (values.help) print(help);
else await demo();

async function demo(): Promise<void> {
  const interrupted = untilInterrupted();
  await using made = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'gatewarden-demo-'));
  made.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  // the embedded database runs as a user of its own when we are root
  await chmod(dataDir, 0o711);
  print(`Starting ${instanceName} …`);
  const core = await startProduct({
    dataDir,
    environment: {
      GATEWARDEN_HTTP_PORT: values.port ?? (await usualOrFree(8000)),
      GATEWARDEN_GRPC_PORT: await usualOrFree(50_055),
    },
  });
  made.defer(() => core.stop());
  const admin = createCaller(core.url.replace('localhost', '127.0.0.1'));
  const company = await fillCompany(admin, core.setupLink ?? '');
  const client = await connectBeside(dataDir);
  await loadHistory(client).finally(() => client.end());
  await startNetwork(made, admin, company);
  const user = company.people.find(({ isEnrolled }) => isEnrolled);
  print(`
${instanceName} is ready: ${core.url}
  administrator   ${administrator.username}   ${password}
  ordinary user   ${user?.username}   ${password}

Ctrl-C stops it and removes everything.`);
  await interrupted;
  print('Stopping …');
}

async function startNetwork(made: AsyncDisposableStack, ...args: Parameters<typeof startLiveNetwork>): Promise<void> {
  const reason = values.network ? await whatPreventsNetwork() : 'Left out as asked.';
  if (reason) return print(`Without gateways and live traffic. ${reason}`);
  const { gateways, clients } = made.use(await startLiveNetwork(...args));
  print(`${gateways} gateways and ${clients} clients run in network namespaces, with traffic between them.`);
}

/** The port as text, or `0` where another program listens. */
function usualOrFree(port: number): Promise<string> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve('0'));
    probe.listen(port, '::', () => probe.close(() => resolve(String(port))));
  });
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
