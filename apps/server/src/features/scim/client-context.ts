import type { Origin } from '../../platform/actor.ts';
import type { ScimClient } from './tokens/authenticate-client.ts';

/** Who makes a change over SCIM. */
export interface ClientContext {
  readonly client: ScimClient;
  readonly origin: Origin;
  /** The `If-Match` header. */
  readonly ifMatch: string | undefined;
}

/** As stored with accounts and groups. */
export const managedByScim = 'scim';
