import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { installerScript } from './installer-script.ts';

/** The Debian package of the gateway that core offers, and the script that installs it. */
export interface OfferedPackage {
  readonly version: string;
  /** Name of the file in the folder. */
  readonly file: string;
  /** Lower-case hex SHA-256 of the file. */
  readonly sha256: string;
  /** Lower-case hex SHA-256 of `gateway.Containerfile` in the folder. */
  readonly containerfileSha256: string;
  readonly installer: string;
  /** Lower-case hex SHA-256 of the script. */
  readonly installerSha256: string;
}

const line = /^([0-9a-f]{64}) {2}(gatewarden-gateway_([\w.+~-]+)_([a-z0-9]+)\.deb)$/m;
const containerfileLine = /^([0-9a-f]{64}) {2}gateway\.Containerfile$/m;

/**
 * The package that the folder has according to its `SHA256SUMS`; undefined if there is none. Packages of core contain
 * the folder, and `npm run package` makes it in a checkout.
 */
export function readOfferedPackage(folder: URL): OfferedPackage | undefined {
  const sums = readSums(folder);
  const [, sha256, file, version, architecture] = line.exec(sums) ?? [];
  const [, containerfileSha256] = containerfileLine.exec(sums) ?? [];
  if (sha256 === undefined || file === undefined || version === undefined || architecture === undefined) {
    return undefined;
  }
  if (containerfileSha256 === undefined) return undefined;
  const installer = installerScript({ file, sha256, architecture });
  return {
    version,
    file,
    sha256,
    containerfileSha256,
    installer,
    installerSha256: createHash('sha256').update(installer).digest('hex'),
  };
}

function readSums(folder: URL): string {
  try {
    return readFileSync(new URL('SHA256SUMS', folder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
