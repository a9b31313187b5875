import { listSchema, resourceKinds } from './schemas.ts';
import { ScimError } from './scim-error.ts';

/** The largest page of a list. */
export const maxCount = 200;

/** Answers what the server supports: RFC 7643 §5 to §7. `base` is the address of the SCIM server. */
export function createDiscovery(base: () => string) {
  const meta = (resourceType: string, path: string) => ({ meta: { resourceType, location: `${base()}${path}` } });
  const list = (resources: readonly object[]) => ({
    schemas: [listSchema],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  });

  const resourceTypes = () =>
    resourceKinds.map(({ name, path, schema, description }) => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      ...{ id: name, name, endpoint: path, description, schema },
      ...meta('ResourceType', `/ResourceTypes/${name}`),
    }));

  const schemas = () =>
    resourceKinds.map(({ name, schema, description, attributes }) => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
      ...{ id: schema, name, description, attributes },
      ...meta('Schema', `/Schemas/${schema}`),
    }));

  /** @throws ScimError notFound */
  function findById<Resource extends { readonly id: string }>(resources: readonly Resource[], id: string): Resource {
    const found = resources.find((resource) => resource.id.toLowerCase() === id.toLowerCase());
    if (!found) throw new ScimError('notFound', `There is no resource ${id.slice(0, 200)}`);
    return found;
  }

  return {
    serviceProviderConfig: () => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: maxCount },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'A token that an administrator creates in the console, under Settings, SCIM.',
          specUri: 'https://www.rfc-editor.org/info/rfc6750',
          primary: true,
        },
      ],
      ...meta('ServiceProviderConfig', '/ServiceProviderConfig'),
    }),
    resourceTypes: () => list(resourceTypes()),
    resourceType: (id: string) => findById(resourceTypes(), id),
    schemas: () => list(schemas()),
    schema: (id: string) => findById(schemas(), id),
  };
}
