import { generateKeyPairSync } from 'node:crypto';
import { type Content, type ServiceAnswer, type ServiceRequest, slice, startService } from './directory-server.ts';
import { createAssertionCheck, createTokens } from './tokens.ts';

const pageSize = 100;
const refusal = (error: string): ServiceAnswer => ({ status: 400, body: { error, error_description: error } });

/** Okta's management API for an API services application. */
export async function startOkta(content: Content) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'key-1' });
  const check = createAssertionCheck(publicKey);
  const tokens = createTokens();

  function issueToken({ body }: ServiceRequest, url: string): ServiceAnswer {
    const form = new URLSearchParams(body);
    const claims = check(form.get('client_assertion'));
    const isClient = claims?.['iss'] === 'client-1' && claims['sub'] === 'client-1';
    if (!isClient || claims['aud'] !== `${url}/oauth2/v1/token`) return { ...refusal('invalid_client'), status: 401 };
    return form.get('scope') === 'okta.users.read okta.groups.read' ? tokens.issue() : refusal('invalid_scope');
  }

  function list<Item>(request: ServiceRequest, url: string, items: readonly Item[], show: (item: Item) => object) {
    const page = slice(items, Number(request.query.get('after') ?? 0), pageSize);
    const next = new URL(`${url}${request.path}?${request.query}`);
    next.searchParams.set('after', `${page.next}`);
    const self = `<${url}${request.path}>; rel="self"`;
    const link = page.next === undefined ? self : `${self}, <${next.href}>; rel="next"`;
    return { headers: { link }, body: page.items.map(show) };
  }

  const server = await startService(content, (request, url) => {
    const { path, query } = request;
    if (path === '/oauth2/v1/token') return issueToken(request, url);
    if (!tokens.accepts(request)) return { status: 401, body: { errorCode: 'E0000011' } };
    const group = /^\/api\/v1\/groups\/([^/]+)\/users$/.exec(path)?.[1];
    if (group) {
      const members = content.groups.find(({ id }) => id === group)?.members ?? [];
      return list(request, url, members, (id) => ({ id, status: 'ACTIVE' }));
    }
    if (path === '/api/v1/groups')
      return list(request, url, content.groups, ({ id, name }) => ({ id, profile: { name } }));
    const asksForAll = query.get('filter')?.includes('status eq "DEPROVISIONED"');
    const people = content.people.filter(({ isActive = true }) => isActive || asksForAll);
    return list(request, url, people, ({ id, name, isActive = true }) => ({
      ...{ id, status: isActive ? 'ACTIVE' : 'DEPROVISIONED' },
      profile: { login: `${name}@example.org`, email: `${name}@example.org`, firstName: 'Given', lastName: 'Family' },
    }));
  });
  return { ...server, clientId: 'client-1', jwk, expireToken: tokens.expire };
}
