import { type PresentedGroup, writeScimGroup } from '../groups/present-scim-group.ts';
import type { ScimGroupsService } from '../groups/scim-groups.service.ts';
import type { Presented } from '../users/present-scim-user.ts';
import type { ScimUsersService } from '../users/scim-users.service.ts';
import type { createDiscovery } from './discovery.ts';
import { type ListQuery, projectionOf, readListQuery } from './list-query.ts';
import { readPatch } from './patch-operations.ts';
import type { Projection } from './projection.ts';
import { listSchema } from './schemas.ts';
import type { ScimAnswer, ScimRequest, ScimRoute } from './scim-scope.ts';

const maxUserOperations = 200;
/** Microsoft Entra removes each member by an operation. */
const maxGroupOperations = 20_000;

/** RFC 7644 §4: what the server supports. */
export function discoveryRoutes(discovery: ReturnType<typeof createDiscovery>): ScimRoute[] {
  const route = (path: string, read: (id: string) => object): ScimRoute => ({
    ...{ method: 'GET', path, resourceType: path.split('/')[1] ?? '' },
    answer: ({ params }) => ({ json: JSON.stringify(read(params['id'] ?? '')) }),
  });
  return [
    route('/ServiceProviderConfig', discovery.serviceProviderConfig),
    route('/ResourceTypes', discovery.resourceTypes),
    route('/ResourceTypes/:id', discovery.resourceType),
    route('/Schemas', discovery.schemas),
    route('/Schemas/:id', discovery.schema),
  ];
}

export function userRoutes(users: ScimUsersService): ScimRoute[] {
  const write = ({ location, version, resource }: Presented, projection: Projection): ScimAnswer => ({
    ...{ location, version },
    json: JSON.stringify(projection.apply(resource)),
    resource: (resource as { userName?: string }).userName ?? '',
  });
  return routes('User', '/Users', {
    async list(query) {
      const { resources, total } = await users.list(query);
      const shown = resources.map(({ resource }) => query.projection.apply(resource));
      return { json: JSON.stringify({ ...listHead(query, total, shown.length), Resources: shown }) };
    },
    get: async ({ params, query }) => write(await users.get(idOf(params)), projectionOf(query)),
    add: async ({ context, query, body }) => ({
      ...write(await users.add(context, body()), projectionOf(query)),
      status: 201,
    }),
    replace: async ({ context, params, query, body }) =>
      write(await users.replace(context, idOf(params), body()), projectionOf(query)),
    patch: async ({ context, params, query, body }) =>
      write(await users.patch(context, idOf(params), readPatch(body(), maxUserOperations)), projectionOf(query)),
    remove: ({ context, params }) => users.remove(context, idOf(params)),
  });
}

/** `readMembers` reads the JSON of the members of a group. */
export function groupRoutes(groups: ScimGroupsService, readMembers: (groupId: number) => Promise<string>): ScimRoute[] {
  const write = async (group: PresentedGroup, projection: Projection): Promise<ScimAnswer> => ({
    ...{ location: group.location, version: group.version, resource: group.name },
    json: await writeScimGroup(group, projection, readMembers),
  });

  /** Group by group: all members of a page are too many to be in memory. */
  async function* writeList(query: ListQuery, found: Awaited<ReturnType<ScimGroupsService['list']>>) {
    const head = JSON.stringify(listHead(query, found.total, found.groups.length));
    yield `${head.slice(0, -1)},"Resources":[`;
    for (const [index, group] of found.groups.entries()) {
      const json = await writeScimGroup(group, query.projection, readMembers);
      yield index === 0 ? json : `,${json}`;
    }
    yield ']}';
  }

  return routes('Group', '/Groups', {
    list: async (query) => ({ json: writeList(query, await groups.list(query)) }),
    get: async ({ params, query }) => write(await groups.get(idOf(params)), projectionOf(query)),
    add: async ({ context, query, body }) => ({
      ...(await write(await groups.add(context, body()), projectionOf(query))),
      status: 201,
    }),
    replace: async ({ context, params, query, body }) =>
      write(await groups.replace(context, idOf(params), body()), projectionOf(query)),
    async patch({ context, params, query, body }) {
      const projection = projectionOf(query);
      const group = await groups.patch(context, idOf(params), readPatch(body(), maxGroupOperations));
      // RFC 7644 §3.5.2: 204 is allowed unless the client chose attributes, and the members may be many
      if (projection.isChosen) return write(group, projection);
      return { status: 204, location: group.location, version: group.version, resource: group.name };
    },
    remove: ({ context, params }) => groups.remove(context, idOf(params)),
  });
}

type Answer = (request: ScimRequest) => Promise<ScimAnswer>;

interface ResourceAnswers {
  readonly list: (query: ListQuery) => Promise<ScimAnswer>;
  readonly get: Answer;
  readonly add: Answer;
  readonly replace: Answer;
  readonly patch: Answer;
  /** Returns the name of the resource. */
  readonly remove: (request: ScimRequest) => Promise<string>;
}

function routes(resourceType: string, path: string, answers: ResourceAnswers): ScimRoute[] {
  const one = `${path}/:id`;
  return [
    { method: 'GET', path, resourceType, answer: ({ query }) => answers.list(readListQuery(query)) },
    { method: 'POST', path, resourceType, answer: answers.add },
    { method: 'GET', path: one, resourceType, answer: answers.get },
    { method: 'PUT', path: one, resourceType, answer: answers.replace },
    { method: 'PATCH', path: one, resourceType, answer: answers.patch },
    {
      ...{ method: 'DELETE', path: one, resourceType },
      answer: async (request) => ({ status: 204, resource: await answers.remove(request) }),
    },
  ];
}

function listHead({ startIndex }: ListQuery, totalResults: number, itemsPerPage: number): object {
  return { schemas: [listSchema], totalResults, startIndex, itemsPerPage };
}

function idOf({ id = '' }: ScimRequest['params']): string {
  return id;
}
