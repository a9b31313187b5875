export const firewallTools = ['ufw', 'firewalld', 'nftables'] as const;
export type FirewallTool = (typeof firewallTools)[number];

/** Opens the UDP port of a location on a Linux firewall. Effective immediately; with nftables only until a restart. */
export function inboundCommand(tool: FirewallTool, udpPort: number): string {
  switch (tool) {
    case 'ufw':
      return `sudo ufw allow ${udpPort}/udp`;
    case 'firewalld':
      return `sudo firewall-cmd --permanent --add-port=${udpPort}/udp && sudo firewall-cmd --reload`;
    case 'nftables':
      return `sudo nft insert rule inet filter input udp dport ${udpPort} accept`;
  }
}

/** As `inboundCommand`, for connections to a TCP port of core where outgoing traffic is restricted. */
export function outboundCommand(tool: FirewallTool, tcpPort: number): string {
  switch (tool) {
    case 'ufw':
      return `sudo ufw allow out ${tcpPort}/tcp`;
    case 'firewalld':
      return `sudo firewall-cmd --permanent --direct --add-rule ipv4 filter OUTPUT 0 -p tcp --dport ${tcpPort} -j ACCEPT && sudo firewall-cmd --reload`;
    case 'nftables':
      return `sudo nft insert rule inet filter output tcp dport ${tcpPort} accept`;
  }
}

/** Lets the machine forward packets, also after a restart; IPv6 only where the location has it. */
export function forwardingCommand(hasIpv6: boolean): string {
  const settings = ['net.ipv4.ip_forward=1', ...(hasIpv6 ? ['net.ipv6.conf.all.forwarding=1'] : [])];
  const file = '/etc/sysctl.d/60-gatewarden-gateway.conf';
  return `printf '${settings.join('\\n')}\\n' | sudo tee ${file} && sudo sysctl --load ${file}`;
}
