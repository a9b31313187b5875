import { CommandError } from './run-command.ts';
import { TunnelError } from './tunnel-error.ts';

/**
 * Converts the error of a program into a TunnelError with an explanation.
 * @param component name of the component in the message, such as `gateway`
 */
export async function withExplainedErrors<Result>(component: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof CommandError) throw new TunnelError(explainCommandError(error, component), { cause: error });
    throw error;
  }
}

function explainCommandError({ program, missing, errorLine }: CommandError, component: string): string {
  if (missing) return `The program ${program} is not installed; install ${packageOf(program)}.`;
  if (/operation not permitted/i.test(errorLine)) {
    return `Changing network interfaces is not permitted here; run the ${component} as root or with CAP_NET_ADMIN.`;
  }
  // For a disabled address family, older kernels report that permission is denied.
  if (program === 'ip' && /ipv6 is disabled|permission denied/i.test(errorLine)) {
    return 'The location has an IPv6 address, and IPv6 is switched off on this machine.';
  }
  if (program === 'wg' && /address already in use/i.test(errorLine)) {
    return 'The UDP port of the location is in use by another program on this machine.';
  }
  return `${program} failed: ${errorLine.replace(/\.$/, '') || 'it printed no error'}.`;
}

function packageOf(program: string): string {
  return program === 'ip' ? 'iproute2' : 'wireguard-tools';
}
