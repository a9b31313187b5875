import { hostname } from 'node:os';
import { linkTimings } from '@gatewarden/link/core-link';
import { exitCodes, StopError } from '@gatewarden/link/stop-error';
import { systemClock } from '@gatewarden/link/system-clock';
import { createResolveHost } from '@gatewarden/link/system-resolver';
import { createLog } from '@gatewarden/log-output/component-log';
import { createRunCommand } from '@gatewarden/tunnel/run-command';
import { createForwarding } from './adapters/kernel/create-forwarding.ts';
import { createFirewall } from './adapters/nftables/create-firewall.ts';
import { createNat } from './adapters/nftables/create-nat.ts';
import { createWireguard } from './adapters/wireguard/create-wireguard.ts';
import { help } from './app/help.ts';
import type { MakeFirewall, MakeNat, MakeWireguard } from './app/makers.ts';
import { type Command, readCommand } from './app/read-options.ts';
import { removeInterfaces } from './app/remove-interfaces.ts';
import { runGateway } from './app/run-gateway.ts';
import { agentVersion } from './platform/agent-version.ts';
import { environment } from './platform/config/environment.ts';
import { defaultLimits } from './platform/own-networks.ts';

// a full disk or a closed pipe must not end the agent
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const read = readCommand(process.argv.slice(2), environment());
if (read.kind === 'mistakes') {
  process.stderr.write(read.mistakes.map((mistake) => `${mistake}\n`).join(''));
  process.exitCode = exitCodes.usage;
} else {
  await perform(read.command).catch((error: unknown) => {
    if (!(error instanceof StopError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = exitCodes[error.exit];
  });
}

async function perform(command: Command): Promise<void> {
  if (command.kind === 'help') return void process.stdout.write(help);
  if (command.kind === 'version') return void process.stdout.write(`${agentVersion()}\n`);
  const log = createLog(command.logLevel, process.stdout);
  const run = createRunCommand(environment()['PATH'] ?? '');
  const userspaceOnly = command.kind === 'run' && command.userspaceOnly;
  const limits = command.kind === 'run' ? command.limits : defaultLimits;
  const makeWireguard: MakeWireguard = (own, secretFolder, coreHosts) =>
    createWireguard({ ...own, secretFolder, run, userspaceOnly, limits, coreHosts });
  const makeFirewall: MakeFirewall = ({ name }, folder) => createFirewall({ run, name, folder });
  const makeNat: MakeNat = ({ name }, folder) => createNat({ run, name, folder });
  const makers = { makeWireguard, makeFirewall, makeNat };
  if (command.kind === 'down') return removeInterfaces(command.stateDir, makers, log);

  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
  // the parent process has ended and cannot forward signals
  process.once('disconnect', () => stopping.abort());
  process.channel?.unref();
  await runGateway(command, {
    ...makers,
    forwarding: createForwarding(),
    resolve: createResolveHost(),
    timings: linkTimings,
    clock: systemClock,
    random: Math.random,
    log,
    hostname: hostname(),
    agentVersion: agentVersion(),
    signal: stopping.signal,
  });
}
