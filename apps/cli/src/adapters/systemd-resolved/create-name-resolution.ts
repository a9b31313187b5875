import { CommandError, type RunCommand } from '@gatewarden/tunnel/run-command';
import type { NameResolution } from '../../ports/name-resolution.ts';

/**
 * Sets the servers of an interface through the program `resolvectl`, for names below its domains only ("routing domains",
 * resolvectl(1)).
 */
export function createNameResolution(run: RunCommand): NameResolution {
  /** Interfaces with a setting of this process. */
  const changed = new Set<string>();

  async function revert(name: string): Promise<void> {
    if (!changed.delete(name)) return;
    // the setting also ends with the interface
    await run('resolvectl', ['revert', name]).catch(ignoreCommandError);
  }

  return {
    async set(name, { servers, domains }) {
      if (servers.length === 0 || domains.length === 0) {
        await revert(name);
        return servers.length === 0
          ? undefined
          : `the location has name servers but no search domain, and other names are not sent to them`;
      }
      try {
        changed.add(name);
        await run('resolvectl', ['dns', name, ...servers]);
        await run('resolvectl', ['domain', name, ...domains.map((domain) => `~${domain}`)]);
        await run('resolvectl', ['default-route', name, 'no']);
        return undefined;
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        if (error.missing) {
          changed.delete(name);
          return 'systemd-resolved is not installed on this machine';
        }
        await revert(name);
        return `systemd-resolved refuses the name servers: ${error.errorLine || 'no reason given'}`;
      }
    },
    revert,
  };
}

function ignoreCommandError(error: unknown): void {
  if (!(error instanceof CommandError)) throw error;
}
