import { expect, it } from 'vitest';
import { firewallCommands, firewallTools, forwardingCommand } from './firewall-commands.ts';

it.each(firewallTools)('names both ports for %s', (tool) => {
  const { inbound, outbound } = firewallCommands(tool, { udpPort: 51821, corePort: 50055 });
  expect(inbound).toContain('51821');
  expect(inbound).toContain('udp');
  expect(outbound).toContain('50055');
  expect(outbound).toContain('tcp');
});

it('keeps both ports of firewalld open when it is reloaded', () => {
  // the reload of one command would remove a rule of the other that is not permanent
  for (const command of Object.values(firewallCommands('firewalld', { udpPort: 51821, corePort: 50055 })))
    expect(command).toMatch(/^sudo firewall-cmd --permanent .* && sudo firewall-cmd --reload$/);
});

it('forwards IPv6 only where it is used', () => {
  const load = '| sudo tee /etc/sysctl.d/60-gatewarden-gateway.conf && sudo sysctl --load';
  expect(forwardingCommand(false)).toContain(`printf 'net.ipv4.ip_forward=1\\n' ${load}`);
  expect(forwardingCommand(true)).toContain("printf 'net.ipv4.ip_forward=1\\nnet.ipv6.conf.all.forwarding=1\\n'");
});
