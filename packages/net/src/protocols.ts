/** Protocol numbers: https://www.iana.org/assignments/protocol-numbers */
export const icmp = 1;
export const tcp = 6;
export const udp = 17;
export const icmpForIpv6 = 58;

export const lastProtocol = 255;
export const lastPort = 65_535;

/** Whether rules can restrict the protocol to ports. */
export function hasPorts(protocol: number): boolean {
  return protocol === tcp || protocol === udp;
}
