import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../../test/harness.ts';

const compiler = fileURLToPath(new URL('../../../../../../node_modules/.bin/tsc', import.meta.url));

/** Usage by a client: compiles only if the generated types are exactly these. */
const usage = `import type { paths } from './client.ts';
type Me = paths['/api/v1/me']['get']['responses'];
export const username = (me: Me[200]['content']['application/json']): string => me.username;
export const isSignedOut = (refusal: Me[401]['content']['application/json']): boolean => refusal.code === 'unauthenticated';
type Add = paths['/api/v1/device/{username}']['post'];
export const params: Add['parameters']['path'] = { username: 'una' };
export const body: Add['requestBody']['content']['application/json'] = { name: 'Laptop', wireguard_pubkey: '' };
// @ts-expect-error a device has a name
export const wrong: Add['requestBody']['content']['application/json'] = { wireguard_pubkey: '' };
`;

it('serves a document from which openapi-typescript generates types that compile', async () => {
  await using server = await startTestServer();
  const client = astToString(await openapiTS(new URL(`${server.url}/api-docs/openapi.json`)));
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-client-'));
  try {
    await writeFile(join(folder, 'client.ts'), client);
    await writeFile(join(folder, 'usage.ts'), usage);
    const options = [
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
    ];
    const compiled = promisify(execFile)(compiler, [...options, join(folder, 'usage.ts')]);
    expect(await compiled.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
