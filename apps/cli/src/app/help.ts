export const help = `Usage: gatewarden <command> [options]

Connects this machine as a network device of Gatewarden. Needs root or CAP_NET_ADMIN, and Linux.

  join --url <address> --token <token>
                       become the device that the token of the console was issued for, and bring its tunnel up
  run                  keep the tunnel up and follow changes in the console, until stopped; the tunnel remains
  status               print the device and the state of its tunnel
  leave                remove the tunnel, the key and all that is stored on this machine

  --interface <name>   with join: name of the network interface (default: gatewarden)
  --userspace          with join: use wireguard-go even if the kernel has WireGuard
  --allow-http         with join: accept an address without TLS, through which others could change the tunnel
  --state-dir <path>   folder for the key and the configuration (default: /var/lib/gatewarden-device)
  --version            print the version, and exit
  --help               print this, and exit

Other users can see command lines: GATEWARDEN_CLI_TOKEN can have the token instead of --token, GATEWARDEN_CLI_URL and
GATEWARDEN_CLI_STATE_DIR the values of these options.

Exit status: 0 done or stopped, 1 problem of this machine or the network, 2 wrong options, 3 core refused the device.
`;
