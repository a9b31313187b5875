interface InstallerOptions {
  /** Name of the package's file. */
  readonly file: string;
  /** Lower-case hex SHA-256 of the file. */
  readonly sha256: string;
  /** Of Debian, such as amd64. */
  readonly architecture: string;
}

/**
 * The script that the one-line installation runs. It contains no secret, is the same for each request, and does not end
 * with a line feed, which a shell would remove before the command compares its SHA-256. Its argument is the address of
 * core, and `GATEWARDEN_GATEWAY_JOIN` the join token. Core is authenticated by the token when the agent joins; the
 * package is authenticated by its SHA-256 here.
 */
export function installerScript({ file, sha256, architecture }: InstallerOptions): string {
  return `# Installs the gateway of Gatewarden on this machine and joins it to the location of the token.
set -eu

fail() {
  echo "$1" >&2
  exit 1
}

core=\${1:?the address of core is missing}
token=\${GATEWARDEN_GATEWAY_JOIN:-}
unset GATEWARDEN_GATEWAY_JOIN
[ "$(id -u)" = 0 ] || fail 'Run this as root.'
command -v apt-get > /dev/null || fail 'This is not Debian or Ubuntu: use the container or the archive.'
[ "$(dpkg --print-architecture)" = ${architecture} ] || fail 'The package is for ${architecture} only.'

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 0755 "$folder"
curl -fsS --retry 5 --retry-delay 10 -o "$folder/${file}" "$core/install/${file}"
echo "${sha256}  $folder/${file}" | sha256sum -c --status ||
  fail 'The package is not the one that core offers. Nothing was installed.'
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$folder/${file}"

if [ -n "$token" ]; then
  (
    umask 077
    printf 'GATEWARDEN_GATEWAY_JOIN=%s\\n' "$token" > /etc/gatewarden/gateway.env
  )
fi
if [ ! -d /run/systemd/system ]; then
  echo 'systemd does not run here. Start the agent with gatewarden-gateway.'
  exit 0
fi
systemctl enable --quiet gatewarden-gateway
systemctl restart gatewarden-gateway
seconds=0
while [ ! -e /var/lib/gatewarden-gateway/identity.json ] && [ "$seconds" -lt 30 ]; do
  sleep 1
  seconds=$((seconds + 1))
done
systemctl status --no-pager gatewarden-gateway || true
[ -e /var/lib/gatewarden-gateway/identity.json ] ||
  fail 'The gateway is installed, but has not joined yet. journalctl --unit gatewarden-gateway shows the reason.'`;
}
