import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { KeyMismatchError, requireMatchingKey, type ServerTls, type TlsCertificate } from './server-tls.ts';

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

export interface FollowOptions {
  readonly files: CertificateFiles;
  /** The names of the settings, for messages. */
  readonly settings: CertificateFiles;
  readonly tls: Pick<ServerTls, 'use' | 'expiresAt'>;
  readonly log: FilesLog;
  readonly milliseconds?: number | undefined;
}

/** `message` is a sentence for the operator. */
export class FileError extends Error {}

/** Programs that renew certificates replace files or links to them, which not every way of watching files notices. */
const checkMilliseconds = 10_000;
/** A chain has some kilobytes. */
const maxFileBytes = 1_000_000;

/**
 * Uses the certificate of the files, now and whenever they change. Files that cannot be used are logged once, and the former
 * certificate stays in use. Returns a function that ends this.
 * @throws FileError if the files cannot be used now
 */
export async function followCertificateFiles(options: FollowOptions): Promise<() => void> {
  const { files, settings, tls, log, milliseconds = checkMilliseconds } = options;
  let last = await readCertificateFiles(files, settings);
  use(last);
  let problem: string | undefined;
  let isReading = false;

  function use(read: TlsCertificate): void {
    tls.use(read);
    const expires = tls.expiresAt();
    if (expires && expires <= new Date()) log.warn({ expires }, 'the certificate of the files has expired');
  }

  async function check(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      const read = await readCertificateFiles(files, settings);
      problem = undefined;
      if (read.key === last.key && read.chain === last.chain) return;
      last = read;
      use(read);
      log.info({ expires: tls.expiresAt() }, 'the changed certificate files are in use');
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

/** The text of a file of at most 1 MB. @param setting that names it @throws FileError if it cannot be read */
export async function readSettingFile(setting: string, path: string): Promise<string> {
  try {
    const found = await stat(path);
    // opening a pipe would wait for its other end
    if (!found.isFile()) throw new FileError(`${setting} ${path} is not a file.`);
    if (found.size > maxFileBytes) throw new FileError(`${setting} ${path} has more than 1 MB.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof FileError) throw error;
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
    requireMatchingKey({ key, chain });
  } catch (error) {
    if (error instanceof KeyMismatchError)
      throw new FileError(`${settings.keyFile} ${keyFile} is not the key of the certificate.`, { cause: error });
    const reason = (error as NodeJS.ErrnoException).code ?? messageOf(error);
    throw new FileError(`${settings.keyFile} ${keyFile} cannot be used with the certificate (${reason}).`, {
      cause: error,
    });
  }
  return { chain, key };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
