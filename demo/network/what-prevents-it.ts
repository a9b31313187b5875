import { CommandError } from '../../apps/gateway/src/adapters/wireguard/run-command.ts';
import { makeNamespace, uniqueName } from '../../apps/gateway/test/network-namespace.ts';
import { findCommand } from '../../tools/install.mjs';

/** Why no real gateways can run on this machine, as a sentence; undefined when they can. */
export async function whatPreventsNetwork(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'Gateways need Linux.';
  if (process.getuid?.() !== 0) return 'Network namespaces need root.';
  const missing = ['ip', 'wg'].filter((command) => !findCommand(command));
  if (missing.length > 0)
    return `These commands are missing: ${missing.join(', ')} (packages iproute2 and wireguard-tools).`;
  try {
    await using host = await makeNamespace();
    const link = uniqueName();
    await host
      .run('ip', ['link', 'add', 'dev', link, 'type', 'wireguard'])
      .catch(() => host.run('wireguard-go', [link]));
    await host.run('ip', ['link', 'set', 'dev', link, 'up']);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return `This machine does not allow network namespaces with WireGuard (${error.message}); wireguard-go may help.`;
  }
  return undefined;
}
