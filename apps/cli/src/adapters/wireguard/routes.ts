import { parseSubnet } from '@gatewarden/net/subnet';
import { CommandError, type RunCommand } from '@gatewarden/tunnel/run-command';
import { z } from 'zod';

const Listing = z.array(z.object({ dst: z.string() }));
/** Distinguishes the routes of this client from those that the kernel adds. */
const mark = ['proto', 'static'] as const;

/**
 * Routes exactly these networks through the interface. Returns those that the machine already routes elsewhere with the
 * same preference; their routes are not changed.
 */
export async function setRoutes(run: RunCommand, name: string, wanted: readonly string[]): Promise<string[]> {
  const present = await readRoutes(run, name);
  for (const network of present.filter((each) => !wanted.includes(each))) {
    await run('ip', ['route', 'delete', network, 'dev', name, ...mark]);
  }
  const taken: string[] = [];
  for (const network of wanted.filter((each) => !present.includes(each))) {
    try {
      await run('ip', ['route', 'add', network, 'dev', name, ...mark]);
    } catch (error) {
      if (!(error instanceof CommandError && /file exists/i.test(error.errorLine))) throw error;
      taken.push(network);
    }
  }
  return taken;
}

async function readRoutes(run: RunCommand, name: string): Promise<string[]> {
  const families = await Promise.all(
    ['-4', '-6'].map(async (family) => {
      const text = await run('ip', ['-json', family, 'route', 'show', 'dev', name, ...mark]);
      const hostPrefix = family === '-4' ? 32 : 128;
      return Listing.parse(JSON.parse(text || '[]')).map(({ dst }) => {
        const network = dst.includes('/') ? dst : `${dst}/${hostPrefix}`;
        return parseSubnet(network)?.text ?? dst;
      });
    }),
  );
  return families.flat();
}
