import { StartError } from './start-error.ts';

interface ListenAddress {
  readonly port: number;
  readonly host: string;
  /** Prefix of the environment variables that set the address: `GATEWARDEN_HTTP` for `GATEWARDEN_HTTP_PORT`. */
  readonly prefix: string;
}

/** Whether the error of `explainListenFailure` says that another program uses the port. */
export function isPortInUse(error: unknown): boolean {
  return error instanceof StartError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
}

/**
 * For `.catch` after listening: explains what to do if a port or address is not available.
 * @throws StartError, or the original error in all other cases
 */
export function explainListenFailure({ port, host, prefix }: ListenAddress) {
  return (error: NodeJS.ErrnoException): never => {
    switch (error.code) {
      case 'EADDRINUSE':
        throw new StartError(
          `Port ${port} is in use by another program. End that one, or set ${prefix}_PORT to another port.`,
          { cause: error },
        );
      case 'EACCES':
        throw new StartError(
          `Port ${port} needs rights that this process lacks. Set ${prefix}_PORT to a port from 1024 on.`,
          { cause: error },
        );
      case 'EADDRNOTAVAIL':
      case 'EAFNOSUPPORT':
      case 'ENOTFOUND':
        throw new StartError(
          `This machine cannot listen on ${host}. Set ${prefix}_HOST to an address that it has, or to :: for all of them.`,
          { cause: error },
        );
      default:
        throw error;
    }
  };
}
