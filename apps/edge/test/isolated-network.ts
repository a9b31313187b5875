import { createRunCommand } from '@gatewarden/tunnel/run-command';
import { makeNamespace, uniqueName } from '../../gateway/test/network-namespace.ts';

const host = createRunCommand(process.env['PATH'] ?? '/usr/bin:/bin');
/** Address of the edge. */
export const inside = '198.51.100.2';
const outside = '198.51.100.1';

/** A network in which the edge can answer core and people, and open no connection: the firewall counts each attempt. */
export async function makeIsolatedNetwork() {
  await using made = new AsyncDisposableStack();
  const dmz = made.use(await makeNamespace());
  const [here, there] = [uniqueName(), uniqueName()];
  await host('ip', ['link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', dmz.name]);
  made.defer(async () => void (await host('ip', ['link', 'delete', 'dev', here]).catch(() => undefined)));
  await host('ip', ['address', 'add', `${outside}/30`, 'dev', here]);
  await host('ip', ['link', 'set', 'dev', here, 'up']);
  await dmz.run('ip', ['address', 'add', `${inside}/30`, 'dev', there]);
  await dmz.run('ip', ['link', 'set', 'dev', there, 'up']);
  for (const line of [
    'add table inet dmz',
    'add chain inet dmz out { type filter hook output priority 0 ; policy accept ; }',
    'add rule inet dmz out oif lo accept',
    'add rule inet dmz out ct state established,related accept',
    'add rule inet dmz out meta l4proto { tcp, udp } counter drop',
  ]) {
    await dmz.run('nft', line.split(' '));
  }
  const attempts = async () => {
    const listed = await dmz.run('nft', ['list', 'chain', 'inet', 'dmz', 'out']);
    return Number(/packets (\d+)/.exec(listed)?.[1]);
  };
  const all = made.move();
  return { dmz, attempts, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
