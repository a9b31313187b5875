import { Secret } from '@gatewarden/process/secret';
import type { Tunnel } from '../../ports/tunnel.ts';
import { locationMarkOf, type StoredInterface } from '../../state-folder/location-folder.ts';
import { temporaryFolderOf } from '../../state-folder/private-folder.ts';
import type { Dependencies } from '../dependencies.ts';

interface Owner {
  readonly link: StoredInterface;
  /** Folder of the location. */
  readonly path: string;
  /** Absent: the tunnel is only read or removed. */
  readonly privateKey?: Secret;
}

/** The interface of a location, which only an `up` of this folder makes. */
export function locationTunnel(
  { link, path, privateKey = new Secret('') }: Owner,
  makeTunnel: Dependencies['makeTunnel'],
): Tunnel {
  return makeTunnel({ ...link, privateKey, mark: locationMarkOf(path), secretFolder: temporaryFolderOf(path) });
}
