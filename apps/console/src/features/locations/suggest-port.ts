/** Default port of WireGuard. */
const usualPort = 51_820;

/** The default port, or the next one that no location on the same host uses. */
export function suggestPort(host: string, locations: readonly { endpoint: string; port: number }[]): number {
  const taken = new Set(locations.filter(({ endpoint }) => endpoint === host).map(({ port }) => port));
  let port = usualPort;
  while (taken.has(port)) port += 1;
  return port;
}
