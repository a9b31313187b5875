import { parseArgs } from 'node:util';
import { StopError } from '../platform/stop-error.ts';

export const help = `Connects this machine to Gatewarden as a network device.

Usage:
  gatewarden join --url <address> --token <token>   configure this machine and set up its tunnel
  gatewarden run                                    set up the tunnel and follow changes of the configuration
  gatewarden status                                 show the device and its tunnel
  gatewarden leave                                  remove the tunnel and the private key

Options:
  --state-dir <folder>   where the private key is stored (default: /var/lib/gatewarden-device)
  --interface <name>     name of the WireGuard interface (default: gatewarden)
  --help                 show this text
`;

interface Common {
  readonly stateDir: string;
  readonly interfaceName: string;
}

export type Command =
  | { readonly kind: 'help' }
  | (Common & { readonly kind: 'run' | 'status' | 'leave' })
  | (Common & { readonly kind: 'join'; readonly url: string; readonly token: string });

/** @throws StopError with what is wrong with the command line */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { kind: 'help' };
  const [kind, ...more] = positionals;
  const common = { stateDir: values['state-dir'], interfaceName: values.interface };
  if (!/^[A-Za-z0-9_=+.-]{1,15}$/.test(common.interfaceName)) throw mistake('--interface needs 1 to 15 characters.');
  if (more.length > 0) throw mistake(`${more[0]} is not expected.`);
  if (kind === 'run' || kind === 'status' || kind === 'leave') return { ...common, kind };
  if (kind !== 'join') throw mistake(kind === undefined ? 'A command is missing.' : `${kind} is not a command.`);
  const { url, token } = values;
  if (url === undefined || token === undefined) throw mistake('join needs --url and --token.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw mistake('--url needs an http or https address.');
  }
  return { ...common, kind, url: new URL(url).origin, token };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        token: { type: 'string' },
        'state-dir': { type: 'string', default: '/var/lib/gatewarden-device' },
        interface: { type: 'string', default: 'gatewarden' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw mistake(error instanceof Error ? `${error.message}.` : 'The command line is invalid.');
  }
}

function mistake(text: string): StopError {
  return new StopError('usage', `${text} See gatewarden --help.`);
}
