import { parseInterfaceAddress } from '@gatewarden/net/subnet';
import { z } from 'zod';
import type { RunCommand } from './run-command.ts';

const Listing = z.array(
  z.object({
    addr_info: z
      .array(
        z.object({
          family: z.string(),
          local: z.string().optional(),
          prefixlen: z.int(),
          scope: z.string().optional(),
        }),
      )
      .default([]),
  }),
);

/** Canonical and sorted, without the link-local ones that the kernel adds. */
export async function readAddresses(run: RunCommand, name: string): Promise<string[]> {
  const [link] = Listing.parse(JSON.parse(await run('ip', ['-json', 'address', 'show', 'dev', name])));
  return (link?.addr_info ?? [])
    .filter(({ scope }) => scope !== 'link')
    .map(({ local = '', prefixlen }) => parseInterfaceAddress(`${local}/${prefixlen}`)?.text ?? `${local}/${prefixlen}`)
    .toSorted();
}

/** Gives the interface exactly these addresses; existing ones and their routes remain untouched. */
export async function setAddresses(run: RunCommand, name: string, wanted: readonly string[]): Promise<void> {
  const present = await readAddresses(run, name);
  const superfluous = present.filter((address) => !wanted.includes(address));
  await batch(
    run,
    superfluous.map((address) => `address delete ${address} dev ${name}`),
  );
  // With an IPv4 address the kernel may remove further ones of the same network, so the addresses are read again.
  const left = superfluous.length > 0 ? await readAddresses(run, name) : present;
  const missing = wanted.filter((address) => !left.includes(address));
  await batch(
    run,
    missing.map((address) => `address add ${address} dev ${name}`),
  );
}

async function batch(run: RunCommand, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await run('ip', ['-batch', '-'], { input: `${lines.join('\n')}\n` });
}
