import { type Content, type ServiceRequest, slice, startService } from './directory-server.ts';
import { createTokens } from './tokens.ts';

const pageSize = 100;

/** The token endpoint of Microsoft Entra, and Microsoft Graph. */
export async function startMicrosoft(content: Content) {
  const client = { id: 'app-1', secret: 'secret-1', tenant: 'tenant-1' };
  const tokens = createTokens();

  function issueToken({ path, body }: ServiceRequest, url: string) {
    const form = new URLSearchParams(body);
    const refuse = (status: number, error: string, code: string) => ({
      status,
      body: { error, error_description: `${code}: refused. Trace ID: 1` },
    });
    if (!path.startsWith(`/${client.tenant}/`)) return refuse(400, 'invalid_request', 'AADSTS90002');
    if (form.get('client_id') !== client.id) return refuse(400, 'unauthorized_client', 'AADSTS700016');
    if (form.get('client_secret') !== client.secret) return refuse(401, 'invalid_client', 'AADSTS7000215');
    return form.get('scope') === `${url}/.default` ? tokens.issue() : refuse(400, 'invalid_scope', 'AADSTS70011');
  }

  const server = await startService(content, (request, url) => {
    const { path, query } = request;
    if (path.endsWith('/oauth2/v2.0/token')) return issueToken(request, url);
    if (!tokens.accepts(request)) return { status: 401, body: { error: { code: 'InvalidAuthenticationToken' } } };
    const list = <Item>(items: readonly Item[], show: (item: Item) => object) => {
      const page = slice(items, Number(query.get('$skiptoken') ?? 0), pageSize);
      const next = new URL(`${url}${path}?${query}`);
      next.searchParams.set('$skiptoken', `${page.next}`);
      const link = page.next === undefined ? {} : { '@odata.nextLink': next.href };
      return { body: { '@odata.context': url, ...link, value: page.items.map(show) } };
    };
    const group = /^\/v1\.0\/groups\/([^/]+)\/transitiveMembers$/.exec(path)?.[1];
    if (group) {
      const members = content.groups.find(({ id }) => id === group)?.members ?? [];
      return list([...members, 'device-1'], (id) => ({
        ...{ id, '@odata.type': id === 'device-1' ? '#microsoft.graph.device' : '#microsoft.graph.user' },
      }));
    }
    if (path === '/v1.0/groups') return list(content.groups, ({ id, name }) => ({ id, displayName: name }));
    return list(content.people, ({ id, name, isActive = true }) => ({
      ...{ id, userPrincipalName: `${name}@example.org`, displayName: 'Given Family', givenName: 'Given' },
      ...{ surname: 'Family', mail: `${name}@example.org`, mobilePhone: null, accountEnabled: isActive },
    }));
  });
  return { ...server, client, expireToken: tokens.expire };
}
