import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { ServerTls, TlsCertificate } from './server-tls.ts';

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Of a logger such as pino. */
interface FilesLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

interface Options {
  readonly files: CertificateFiles;
  /** The names of the settings, for messages. */
  readonly settings: CertificateFiles;
  readonly tls: Pick<ServerTls, 'use'>;
  readonly log: FilesLog;
  readonly milliseconds?: number | undefined;
}

/** `message` is a sentence for the operator. */
export class FileError extends Error {}

/** Programs that renew certificates replace files or links to them, which not every way of watching files notices. */
const checkMilliseconds = 10_000;

/**
 * Uses the certificate of the files, now and whenever they change. Files that cannot be used are logged once, and the former
 * certificate stays in use. Returns a function that ends this.
 * @throws FileError if the files cannot be used now
 */
export async function followCertificateFiles(options: Options): Promise<() => void> {
  const { files, settings, tls, log, milliseconds = checkMilliseconds } = options;
  let last = await readCertificateFiles(files, settings);
  tls.use(last);
  let problem: string | undefined;
  let isReading = false;

  async function check(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      const read = await readCertificateFiles(files, settings);
      problem = undefined;
      if (read.key === last.key && read.chain === last.chain) return;
      last = read;
      tls.use(read);
      log.info({ expires: expiryOf(read) }, 'the changed certificate files are in use');
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

/** The text of a file. @param setting that names it @throws FileError if it cannot be read */
export async function readSettingFile(setting: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new FileError(`${setting} ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

/** @throws FileError */
async function readCertificateFiles(
  { certFile, keyFile }: CertificateFiles,
  settings: CertificateFiles,
): Promise<TlsCertificate> {
  const [chain, key] = await Promise.all([
    readSettingFile(settings.certFile, certFile),
    readSettingFile(settings.keyFile, keyFile),
  ]);
  try {
    new X509Certificate(chain);
  } catch (error) {
    throw new FileError(`${settings.certFile} ${certFile} is not a certificate in PEM format.`, { cause: error });
  }
  try {
    createSecureContext({ key, cert: chain });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? messageOf(error);
    throw new FileError(`${settings.keyFile} ${keyFile} is not the key of the certificate (${reason}).`, {
      cause: error,
    });
  }
  return { chain, key };
}

/** Of the first certificate of the chain. */
function expiryOf({ chain }: Pick<TlsCertificate, 'chain'>): Date {
  return new X509Certificate(chain).validToDate;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
