export const help = `Usage: gateway [--join <token>] [options]

Keeps a WireGuard interface as the location in Gatewarden wants it. Needs root or CAP_NET_ADMIN.
Once it has joined, it needs --join no more. Stopping it leaves the tunnels up; --down removes them.

  --join <token>       join a location with the token that the console shows
  --name <text>        how people call this gateway (default: the host name)
  --interface <name>   name of the network interface (default: gw and the number of the location)
  --state-dir <path>   where the gateway keeps its credential and last state (default: /var/lib/gatewarden-gateway)
  --userspace          use wireguard-go even where the kernel has WireGuard
  --rejoin             with --join: replace the gateway that this state folder belongs to
  --min-prefix-ipv4 <n>, --min-prefix-ipv6 <n>
                       shortest prefix of an interface address that core may ask for, 1 to 32 and 1 to 128
                       (default: 8 and 32)
  --allow-networks <a,b>
                       networks of the location that may be public or overlap with those of this machine
                       (default: none; core may ask for private networks only)
  --down               remove the interface that this gateway made, and exit
  --log-level <level>  fatal, error, warn, info, debug or silent (default: info)
  --version            print the version, and exit
  --help               print this, and exit

Each option but the last three and --down can be given as an environment variable instead, such as
GATEWARDEN_GATEWAY_JOIN or GATEWARDEN_GATEWAY_STATE_DIR. Prefer that for the token: others see command lines.

Exit status: 0 stopped, 1 this machine does not allow it, 2 wrong options, 3 core refused this gateway.
`;
