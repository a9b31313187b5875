export const firewallTools = ['ufw', 'firewalld', 'nftables'] as const;
export type FirewallTool = (typeof firewallTools)[number];

interface FirewallCommands {
  /** Opens the UDP port of the location. */
  readonly inbound: string;
  /** Allows connections to core, where outgoing traffic is restricted. */
  readonly outbound: string;
}

interface Ports {
  readonly udpPort: number;
  /** TCP port of core. */
  readonly corePort: number;
}

/** Commands for a Linux firewall, effective immediately; those of nftables only until a restart. */
export function firewallCommands(tool: FirewallTool, { udpPort, corePort }: Ports): FirewallCommands {
  switch (tool) {
    case 'ufw':
      return { inbound: `sudo ufw allow ${udpPort}/udp`, outbound: `sudo ufw allow out ${corePort}/tcp` };
    case 'firewalld':
      return {
        inbound: `sudo firewall-cmd --permanent --add-port=${udpPort}/udp && sudo firewall-cmd --reload`,
        outbound: `sudo firewall-cmd --permanent --direct --add-rule ipv4 filter OUTPUT 0 -p tcp --dport ${corePort} -j ACCEPT && sudo firewall-cmd --reload`,
      };
    case 'nftables':
      return {
        inbound: `sudo nft insert rule inet filter input udp dport ${udpPort} accept`,
        outbound: `sudo nft insert rule inet filter output tcp dport ${corePort} accept`,
      };
  }
}

/** Lets the machine forward packets, also after a restart; IPv6 only where the location has it. */
export function forwardingCommand(hasIpv6: boolean): string {
  const settings = ['net.ipv4.ip_forward=1', ...(hasIpv6 ? ['net.ipv6.conf.all.forwarding=1'] : [])];
  const file = '/etc/sysctl.d/60-gatewarden-gateway.conf';
  return `printf '${settings.join('\\n')}\\n' | sudo tee ${file} && sudo sysctl --load ${file}`;
}
