/** WireGuard's usual port. */
const usualPort = 51_820;

/** The usual port, or the next one that no location on the same host listens on: two cannot share one. */
export function suggestPort(host: string, locations: readonly { endpoint: string; port: number }[]): number {
  const taken = new Set(locations.filter(({ endpoint }) => endpoint === host).map(({ port }) => port));
  let port = usualPort;
  while (taken.has(port)) port += 1;
  return port;
}
