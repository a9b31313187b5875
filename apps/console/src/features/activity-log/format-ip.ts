/** An address as people write it: the log keeps it with the prefix of a single one. */
export function formatIp(ip: string): string {
  return ip.replace(/\/(32|128)$/, '');
}
