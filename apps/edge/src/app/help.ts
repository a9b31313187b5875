export const help = `Usage: edge [--join <token>] [options]

Receives what the public internet may reach: enrollment, password reset, clients and two-factor authentication at
connect. It has no database and opens no connections: core connects to it. --join is needed only once.

  --join <token>            join core with the token that the console shows
  --port <n>, --host <a>    where people and programs reach it (default: 8080 on all addresses)
  --link-port <n>, --link-host <a>
                            where core connects to it (default: the port of the token on all addresses)
  --trusted-proxies <a,b>   addresses or networks of reverse proxies whose X-Forwarded-For is used (default: none)
  --tls-cert <file>, --tls-key <file>
                            serve people over https with this certificate and key, in PEM format; changed files are
                            used without a restart (default: http, for a proxy with TLS)
  --state-dir <path>        folder for the credential (default: /var/lib/gatewarden-edge)
  --rejoin                  with --join: replace the edge that this state folder belongs to
  --log-level <level>       fatal, error, warn, info, debug or silent (default: info)
  --version                 print the version, and exit
  --help                    print this, and exit

Each option except --version and --help can be set by an environment variable instead, such as GATEWARDEN_EDGE_JOIN or
GATEWARDEN_EDGE_STATE_DIR. Use this for the token: other users can see command lines.

Exit status: 0 stopped, 1 problem of this machine, 2 wrong options, 3 core refused this edge.
`;
