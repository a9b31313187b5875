import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CertificateFiles } from '@gatewarden/listener/certificate-files';
import { makeSelfSigned } from '../src/platform/crypto/certificates.ts';

/** Writes a certificate for the host, signed by itself, and its key to the folder. */
export async function writeCertificate(folder: string, host: string): Promise<CertificateFiles> {
  const { chain, key } = await makeSelfSigned([host]);
  const files = { certFile: join(folder, `${host}.pem`), keyFile: join(folder, `${host}.key`) };
  await writeFile(files.certFile, chain);
  await writeFile(files.keyFile, key);
  return files;
}
