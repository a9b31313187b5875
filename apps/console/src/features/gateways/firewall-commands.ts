export const firewallTools = ['ufw', 'firewalld', 'nftables'] as const;
export type FirewallTool = (typeof firewallTools)[number];

interface FirewallCommands {
  /** Opens the UDP port of the location. */
  readonly inbound: string;
  /** Allows connections to each TCP port of core, where outgoing traffic is restricted; in the order of the ports. */
  readonly outbound: readonly string[];
}

interface Ports {
  readonly udpPort: number;
  /** TCP ports of core. */
  readonly corePorts: readonly number[];
}

/** Commands for a Linux firewall, effective immediately; those of nftables only until a restart. */
export function firewallCommands(tool: FirewallTool, { udpPort, corePorts }: Ports): FirewallCommands {
  switch (tool) {
    case 'ufw':
      return {
        inbound: `sudo ufw allow ${udpPort}/udp`,
        outbound: corePorts.map((port) => `sudo ufw allow out ${port}/tcp`),
      };
    case 'firewalld':
      return {
        inbound: `sudo firewall-cmd --permanent --add-port=${udpPort}/udp && sudo firewall-cmd --reload`,
        outbound: corePorts.map(
          (port) =>
            `sudo firewall-cmd --permanent --direct --add-rule ipv4 filter OUTPUT 0 -p tcp --dport ${port} -j ACCEPT && sudo firewall-cmd --reload`,
        ),
      };
    case 'nftables':
      return {
        inbound: `sudo nft insert rule inet filter input udp dport ${udpPort} accept`,
        outbound: corePorts.map((port) => `sudo nft insert rule inet filter output tcp dport ${port} accept`),
      };
  }
}

/** Lets the machine forward packets, also after a restart; IPv6 only where the location has it. */
export function forwardingCommand(hasIpv6: boolean): string {
  const settings = ['net.ipv4.ip_forward=1', ...(hasIpv6 ? ['net.ipv6.conf.all.forwarding=1'] : [])];
  const file = '/etc/sysctl.d/60-gatewarden-gateway.conf';
  return `printf '${settings.join('\\n')}\\n' | sudo tee ${file} && sudo sysctl --load ${file}`;
}
