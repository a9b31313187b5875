import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Manifest = z.object({ version: z.string() });

/** Version of this edge, as core shows it. */
export function edgeVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return Manifest.parse(JSON.parse(manifest)).version;
}
