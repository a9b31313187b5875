import { mkdir } from 'node:fs/promises';
import { encodeJoinToken } from '@gatewarden/contract/join-token';
import { expect, it } from 'vitest';
import { freePort } from '../../../../tools/free-port.ts';
import { writeCertificate } from '../../../server/test/certificate-files.ts';
import { requestHttps } from '../../../server/test/https-request.ts';
import { makeStateDir, startTestEdge } from '../../test/test-edge.ts';

const host = 'enroll.example.test';

/** A folder with a certificate, and what an edge needs to start. */
async function givenFiles() {
  const folder = await makeStateDir();
  await mkdir(folder.path);
  const files = await writeCertificate(folder.path, host);
  const linkPort = await freePort();
  const token = encodeJoinToken({ core: `127.0.0.1:${linkPort}`, secret: 'A'.repeat(43), ca: 'ab'.repeat(32) });
  const start = (tls = files) => startTestEdge({ linkPort, token, stateDir: `${folder.path}/state`, tls });
  return { ...folder, files, start };
}

it('serves people over https with certificate files, also before core has connected', async () => {
  await using given = await givenFiles();
  await using edge = await given.start();
  const answer = await requestHttps({ port: edge.port, host, path: '/api/v1/health' });
  expect(answer).toMatchObject({ status: 200, certificate: { subject: { CN: host } } });
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  await expect(fetch(`http://127.0.0.1:${edge.port}/api/v1/health`)).rejects.toThrow();
});

it('does not start with files that cannot be used, and says why', async () => {
  await using given = await givenFiles();
  const other = await writeCertificate(given.path, 'other.test');
  await expect(given.start({ ...given.files, keyFile: other.keyFile })).rejects.toThrow(
    /^--tls-key .*other\.test\.key is not the key of the certificate/,
  );
});
