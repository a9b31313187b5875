export const help = `Usage: gateway [--join <token>] [options]

Configures a WireGuard interface for a location of Gatewarden. Needs root or CAP_NET_ADMIN.
--join is needed only once. Stopping the gateway leaves the tunnels up; --down removes them.

  --join <token>       join a location with the token that the console shows
  --name <text>        name of this gateway in the console (default: the host name)
  --interface <name>   name of the network interface (default: gw and the number of the location)
  --state-dir <path>   folder for the credential and the last state (default: /var/lib/gatewarden-gateway)
  --userspace          use wireguard-go even if the kernel has WireGuard
  --rejoin             with --join: replace the gateway that this state folder belongs to
  --min-prefix-ipv4 <n>, --min-prefix-ipv6 <n>
                       shortest prefix of an interface address that core may ask for, 1 to 32 and 1 to 128
                       (default: 8 and 32)
  --allow-networks <a,b>
                       networks of the location that may be public or overlap with networks of this machine
                       (default: none; core may ask for private networks only)
  --keep-forwarding    do not enable IP forwarding on this machine; core only shows whether it is on
  --down               remove the interface that this gateway created, and exit
  --log-level <level>  fatal, error, warn, info, debug or silent (default: info)
  --version            print the version, and exit
  --help               print this, and exit

Each option except --down, --version and --help can be set by an environment variable instead, such as
GATEWARDEN_GATEWAY_JOIN or GATEWARDEN_GATEWAY_STATE_DIR. Use this for the token: other users can see command lines.

Exit status: 0 stopped, 1 problem of this machine, 2 wrong options, 3 core refused this gateway.
`;
