import content from '../../../../release-keys/keys.json' with { type: 'json' };
import { type ReleaseKey, readReleaseKeys } from '../features/updates/index.ts';

/** The keys whose release feeds this build trusts, unless the configuration names others. @throws StartError */
export function releaseKeysOfBuild(): readonly ReleaseKey[] {
  return readReleaseKeys(content);
}
