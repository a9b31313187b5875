import content from '../../../../licence/issuers.json' with { type: 'json' };
import { type Issuer, readIssuers } from '../features/licence/index.ts';

/** The issuers of license keys that this build trusts. A file of the build: no setting of an operator may add one. @throws StartError */
export function issuersOfBuild(): readonly Issuer[] {
  return readIssuers(content);
}
