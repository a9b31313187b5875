export const help = `Usage: provisioner --id <name> --grpc <url> --ca-file <path> [options]

Creates SSH and GPG keys on YubiKeys that are connected to this machine, for the users whom administrators choose in the
console. Deletes the OpenPGP keys that a YubiKey has. Needs GnuPG and scdaemon.

  --id <name>              name in the console (default: the host name)
  --grpc <url>             address of core, https, such as https://vpn.example.com:50056
  --ca-file <path>         PEM file of core's certificate authority, from the console (default: those of the machine)
  --card <kind>            openpgp: the YubiKey in the reader (default); software: real keys without a card, for trials
  --algorithm <name>       of a software card: curve25519 (default) or rsa4096
  --card-retries <n>       further attempts if no card can be used (default: 1)
  --card-retry-seconds <n> time between them (default: 15)
  --log-level <level>      fatal, error, warn, info, debug or silent (default: info)
  --help                   print this, and exit

The token of the console is read from the environment variable PROVISIONER_TOKEN, because other users can see command
lines. The PINs of a YubiKey are printed once, on the standard output.

Exit status: 0 stopped, 1 problem of this machine, 2 wrong options, 3 core refused this provisioner.
`;
