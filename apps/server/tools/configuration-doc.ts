// Writes docs/configuration.md from the schema that core reads its environment with, or with --verify says whether
// it is current.
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { environment } from '../src/platform/config/environment.ts';

const file = new URL('../../../docs/configuration.md', import.meta.url);

function presetOf(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault) return schema.def.defaultValue;
  return schema instanceof z.ZodPipe ? presetOf(schema.def.in) : undefined;
}

function describe([name, schema]: [string, z.ZodType]): string {
  const preset = presetOf(schema);
  const sentence = preset === undefined ? '' : ` Default: \`${Array.isArray(preset) ? preset.join(',') : preset}\`.`;
  return `| \`${name}\` | ${(schema.description ?? '').replaceAll('|', '\\|')}${sentence} |`;
}

const text = `# Configuration

Core reads these environment variables when it starts. None is needed; an empty one counts as absent. A wrong value, or
the name of a \`GATEWARDEN_\` variable that does not exist, stops the start with a sentence that says what is wrong.
The variables of a gateway, \`GATEWARDEN_GATEWAY_…\`, are on [its own page](gateway.md).

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
