/** Address without the prefix of a single host, with which the log stores it. */
export function formatIp(ip: string): string {
  return ip.replace(/\/(32|128)$/, '');
}
