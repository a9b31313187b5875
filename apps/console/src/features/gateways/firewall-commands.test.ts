import { expect, it } from 'vitest';
import { firewallTools, forwardingCommand, inboundCommand, outboundCommand } from './firewall-commands.ts';

it.each(firewallTools)('names the port and its protocol for %s', (tool) => {
  expect(inboundCommand(tool, 51821)).toMatch(/udp.*51821|51821.*udp/);
  expect(outboundCommand(tool, 50055)).toMatch(/tcp.*50055|50055.*tcp/);
});

it('keeps all ports of firewalld open when it is reloaded', () => {
  // the reload of one command would remove a rule of the other that is not permanent
  for (const command of [inboundCommand('firewalld', 51821), outboundCommand('firewalld', 50055)])
    expect(command).toMatch(/^sudo firewall-cmd --permanent .* && sudo firewall-cmd --reload$/);
});

it('forwards IPv6 only where it is used', () => {
  const load = '| sudo tee /etc/sysctl.d/60-gatewarden-gateway.conf && sudo sysctl --load';
  expect(forwardingCommand(false)).toContain(`printf 'net.ipv4.ip_forward=1\\n' ${load}`);
  expect(forwardingCommand(true)).toContain("printf 'net.ipv4.ip_forward=1\\nnet.ipv6.conf.all.forwarding=1\\n'");
});
