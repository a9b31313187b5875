import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { ServerTls, TlsCertificate } from '@gatewarden/listener/server-tls';
import type { Log } from '../log/log.ts';
import { StartError } from '../start-error.ts';

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Programs that renew certificates replace files or links to them, which not every way of watching files notices. */
const checkMilliseconds = 10_000;

/**
 * Uses the certificate of the files, now and whenever they change. Files that cannot be used are logged once, and the former
 * certificate stays in use. Returns a function that ends this.
 * @throws StartError if the files cannot be used now
 */
export async function followCertificateFiles(
  files: CertificateFiles,
  tls: Pick<ServerTls, 'use'>,
  log: Log,
  milliseconds = checkMilliseconds,
): Promise<() => void> {
  let last = await readCertificateFiles(files).catch((error: unknown) => {
    throw new StartError(messageOf(error), { exitCode: 2, cause: error });
  });
  tls.use(last);
  let problem: string | undefined;
  let isReading = false;

  async function check(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      const read = await readCertificateFiles(files);
      problem = undefined;
      if (read.key === last.key && read.chain === last.chain) return;
      last = read;
      tls.use(read);
      log.info({ expires: expiryOf(read) }, 'core uses the changed certificate files');
    } catch (error) {
      const message = messageOf(error);
      // while one file is replaced before the other, they do not match
      if (message !== problem)
        log.warn({ reason: message }, 'the certificate files cannot be used; the former certificate stays');
      problem = message;
    } finally {
      isReading = false;
    }
  }

  const timer = setInterval(() => void check(), milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

/** The content of GATEWARDEN_ACME_CA_FILE. @throws StartError if it cannot be read */
export async function readAuthorityFile(path: string): Promise<string> {
  return readText('GATEWARDEN_ACME_CA_FILE', path).catch((error: unknown) => {
    throw new StartError(messageOf(error), { exitCode: 2, cause: error });
  });
}

/** @throws Error with a sentence for the operator */
async function readCertificateFiles({ certFile, keyFile }: CertificateFiles): Promise<TlsCertificate> {
  const [chain, key] = await Promise.all([
    readText('GATEWARDEN_TLS_CERT_FILE', certFile),
    readText('GATEWARDEN_TLS_KEY_FILE', keyFile),
  ]);
  try {
    new X509Certificate(chain);
  } catch (error) {
    throw new Error(`GATEWARDEN_TLS_CERT_FILE ${certFile} is not a certificate in PEM format.`, { cause: error });
  }
  try {
    createSecureContext({ key, cert: chain });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? messageOf(error);
    throw new Error(`GATEWARDEN_TLS_KEY_FILE ${keyFile} is not the key of the certificate (${reason}).`, {
      cause: error,
    });
  }
  return { chain, key };
}

async function readText(setting: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${setting} ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
}

/** Of the first certificate of the chain. */
function expiryOf({ chain }: Pick<TlsCertificate, 'chain'>): Date {
  return new X509Certificate(chain).validToDate;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
