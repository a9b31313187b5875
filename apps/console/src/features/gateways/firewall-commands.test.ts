import { expect, it } from 'vitest';
import { firewallCommands, firewallTools, forwardingCommand } from './firewall-commands.ts';

const ports = { udpPort: 51821, corePorts: [50055, 443] };

it.each(firewallTools)('names all ports for %s', (tool) => {
  const { inbound, outbound } = firewallCommands(tool, ports);
  expect(inbound).toContain('51821');
  expect(inbound).toContain('udp');
  expect(outbound).toEqual([
    expect.stringMatching(/tcp.*50055|50055.*tcp/),
    expect.stringMatching(/tcp.*443|443.*tcp/),
  ]);
});

it('keeps all ports of firewalld open when it is reloaded', () => {
  // the reload of one command would remove a rule of the other that is not permanent
  const { inbound, outbound } = firewallCommands('firewalld', ports);
  for (const command of [inbound, ...outbound])
    expect(command).toMatch(/^sudo firewall-cmd --permanent .* && sudo firewall-cmd --reload$/);
});

it('forwards IPv6 only where it is used', () => {
  const load = '| sudo tee /etc/sysctl.d/60-gatewarden-gateway.conf && sudo sysctl --load';
  expect(forwardingCommand(false)).toContain(`printf 'net.ipv4.ip_forward=1\\n' ${load}`);
  expect(forwardingCommand(true)).toContain("printf 'net.ipv4.ip_forward=1\\nnet.ipv6.conf.all.forwarding=1\\n'");
});
