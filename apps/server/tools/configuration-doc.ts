// Writes docs/configuration.md from the schema of the environment variables of core; with --verify, reports whether it
// is current.
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { environment } from '../src/platform/config/environment.ts';

const file = new URL('../../../docs/configuration.md', import.meta.url);

function defaultOf(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault) return schema.def.defaultValue;
  return schema instanceof z.ZodPipe ? defaultOf(schema.def.in) : undefined;
}

function describe([name, schema]: [string, z.ZodType]): string {
  const defaultValue = defaultOf(schema);
  const sentence =
    defaultValue === undefined
      ? ''
      : ` Default: \`${Array.isArray(defaultValue) ? defaultValue.join(',') : defaultValue}\`.`;
  return `| \`${name}\` | ${(schema.description ?? '').replaceAll('|', '\\|')}${sentence} |`;
}

const text = `# Configuration

Core reads these environment variables when it starts. All are optional; an empty variable counts as not set. If a value is invalid, or
a variable whose name begins with \`GATEWARDEN_\` does not exist, core prints one line for each mistake and exits with 2.
Variables of a gateway begin with \`GATEWARDEN_GATEWAY_\` and are described under [Gateways](gateway.md#running-it).

[Production installation](installation.md#3-configure-core) shows a complete configuration, [Several cores](several-cores.md#settings) one for several cores.

| Variable | Meaning |
| --- | --- |
${Object.entries(environment.shape).map(describe).join('\n')}

This page is generated: \`node apps/server/tools/configuration-doc.ts\`.
`;

if (process.argv.includes('--verify')) {
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current !== text) {
    process.stderr.write('docs/configuration.md is out of date: run node apps/server/tools/configuration-doc.ts\n');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
}
