import {
  type CertificateFiles,
  FileError,
  type FollowOptions,
  followCertificateFiles,
  readSettingFile,
} from '@gatewarden/listener/certificate-files';
import { StartError } from '../start-error.ts';

const settings: CertificateFiles = { certFile: 'GATEWARDEN_TLS_CERT_FILE', keyFile: 'GATEWARDEN_TLS_KEY_FILE' };

/**
 * As `followCertificateFiles`, for the files of the configuration.
 * @throws StartError if they cannot be used now
 */
export function followConfiguredFiles(options: Omit<FollowOptions, 'settings'>): Promise<() => void> {
  return followCertificateFiles({ ...options, settings }).catch(refuseStart);
}

/** The content of GATEWARDEN_ACME_CA_FILE. @throws StartError if it cannot be read */
export function readAuthorityFile(path: string): Promise<string> {
  return readSettingFile('GATEWARDEN_ACME_CA_FILE', path).catch(refuseStart);
}

function refuseStart(error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  throw new StartError(error.message, { exitCode: 2, cause: error });
}
