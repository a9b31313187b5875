import { type Content, slice, startService } from './directory-server.ts';

/** JumpCloud's API, versions 1 and 2. */
export async function startJumpcloud(content: Content) {
  const apiKey = 'jca_key-1';
  const server = await startService(content, ({ path, query, headers }) => {
    if (headers['x-api-key'] !== apiKey) return { status: 401, body: { message: 'Unauthorized' } };
    const page = <Item>(items: readonly Item[]) =>
      slice(items, Number(query.get('skip')), Math.min(100, Number(query.get('limit')))).items;
    const group = /^\/api\/v2\/usergroups\/([^/]+)\/members$/.exec(path)?.[1];
    if (group) {
      const members = content.groups.find(({ id }) => id === group)?.members ?? [];
      return { body: page(members).map((id) => ({ from: null, to: { id, type: 'user', attributes: null } })) };
    }
    if (path === '/api/v2/usergroups')
      return { body: page(content.groups).map(({ id, name }) => ({ id, name, type: 'user_group' })) };
    const results = page(content.people).map(({ id, name, isActive = true }) => ({
      ...{ _id: id, id, username: name, email: `${name}@example.org`, firstname: 'Given', lastname: 'Family' },
      ...{ suspended: !isActive, state: isActive ? 'ACTIVATED' : 'SUSPENDED', activated: true },
      phoneNumbers: [{ type: 'mobile', number: '555' }],
    }));
    return { body: { totalCount: content.people.length, results } };
  });
  return { ...server, apiKey };
}
