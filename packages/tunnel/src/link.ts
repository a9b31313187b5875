import { z } from 'zod';
import { CommandError, type RunCommand } from './run-command.ts';
import type { Backend } from './tunnel-error.ts';

/** A network interface as the kernel lists it. */
export interface Link {
  /** A free text that the kernel stores with the interface; empty if there is none. */
  readonly alias: string;
  readonly backend: Backend;
}

const Listing = z.array(
  z.object({
    ifalias: z.string().default(''),
    linkinfo: z.object({ info_kind: z.string().optional() }).default({}),
  }),
);

/** Undefined if there is no interface with that name. */
export async function findLink(run: RunCommand, name: string): Promise<Link | undefined> {
  try {
    const [link] = Listing.parse(JSON.parse(await run('ip', ['-json', '-details', 'link', 'show', 'dev', name])));
    if (!link) return undefined;
    return { alias: link.ifalias, backend: link.linkinfo.info_kind === 'wireguard' ? 'kernel' : 'userspace' };
  } catch (error) {
    if (error instanceof CommandError && error.errorLine.includes('does not exist')) return undefined;
    throw error;
  }
}
