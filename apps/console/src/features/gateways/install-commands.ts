import type { OfferedPackage } from '@gatewarden/contract/gateways';

/** Ways to install a gateway with what core serves. */
export const installWays = ['one_line', 'package', 'container'] as const;
export type InstallWay = (typeof installWays)[number];

interface Installation {
  /** Origin from which the machine of the gateway downloads. */
  readonly origin: string;
  readonly token: string;
  readonly offered: OfferedPackage;
}

/**
 * The commands of a way, for a shell of root. Each file that they download is verified with a SHA-256 in the command, so
 * that another server in place of core, or a connection without TLS, can at most prevent the installation.
 */
export function installCommand(way: InstallWay, { origin, token, offered }: Installation): string {
  const { file, sha256, installer_sha256, containerfile_sha256 } = offered;
  const join = `GATEWARDEN_GATEWAY_JOIN=${token}`;
  switch (way) {
    case 'one_line':
      return [
        `u='${origin}'; s=$(curl -fsS "$u/install/gateway.sh")`,
        `[ "$(printf %s "$s" | sha256sum)" = '${installer_sha256}  -' ]`,
        `${join} sh -c "$s" gateway.sh "$u" || echo 'The gateway was not set up.' >&2`,
      ].join(' && ');
    case 'package':
      return joinLines(
        `curl -fsSO '${origin}/install/${file}'`,
        `echo '${sha256}  ${file}' | sha256sum -c`,
        `apt-get install -y ./${file}`,
        `(umask 077; echo '${join}' > /etc/gatewarden/gateway.env)`,
        'systemctl enable gatewarden-gateway',
        'systemctl restart gatewarden-gateway',
      );
    case 'container':
      return joinLines(
        `curl -fsSO '${origin}/install/${file}' -O '${origin}/install/gateway.Containerfile'`,
        `echo '${sha256}  ${file}' | sha256sum -c`,
        `echo '${containerfile_sha256}  gateway.Containerfile' | sha256sum -c`,
        'docker build -t gatewarden-gateway -f gateway.Containerfile .',
        `docker run -d --name gatewarden-gateway --restart unless-stopped --network host --cap-drop ALL --cap-add NET_ADMIN --device /dev/net/tun -v gatewarden-gateway:/var/lib/gatewarden-gateway -e ${join} gatewarden-gateway`,
      );
  }
}

/** A failed command ends the list. */
function joinLines(...commands: readonly string[]): string {
  return commands.join(' &&\n');
}

/**
 * The address of core for downloads: that of this page, with the host at which gateways reach core if this page is open
 * on core's machine and the gateway runs elsewhere.
 * @param page origin of this page
 * @param grpcUrl where gateways reach core
 */
export function downloadOrigin(page: string, grpcUrl: string): string {
  const url = new URL(page);
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) url.hostname = new URL(grpcUrl).hostname;
  return url.origin;
}

/** The host and port of an origin, which firewalls need, in the format of addresses of core. */
export function endpointOf(origin: string): { readonly address: string; readonly port: number } {
  const { protocol, hostname, port } = new URL(origin);
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return { address: `${hostname}:${number}`, port: number };
}
