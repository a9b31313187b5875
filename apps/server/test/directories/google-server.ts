import { generateKeyPairSync } from 'node:crypto';
import { type Content, type ServiceAnswer, type ServiceRequest, slice, startService } from './directory-server.ts';
import { createAssertionCheck, createTokens } from './tokens.ts';

const pageSize = 100;
const scopes = ['user', 'group'].map((name) => `https://www.googleapis.com/auth/admin.directory.${name}.readonly`);

/** The token endpoint of Google, and the Directory API. */
export async function startGoogle(content: Content) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const serviceAccount = 'sync@project.iam.gserviceaccount.com';
  const keyFile = JSON.stringify({
    ...{ type: 'service_account', client_email: serviceAccount, private_key_id: 'key-1' },
    private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
  });
  const adminEmail = 'admin@example.org';
  const check = createAssertionCheck(publicKey);
  const tokens = createTokens();
  let isDelegated = true;

  function issueToken({ body }: ServiceRequest, url: string): ServiceAnswer {
    const form = new URLSearchParams(body);
    const refuse = (status: number, error: string, error_description: string) => ({
      status,
      body: { error, error_description },
    });
    const claims = check(form.get('assertion'));
    if (!claims || claims['iss'] !== serviceAccount || claims['aud'] !== `${url}/token`)
      return refuse(400, 'invalid_grant', 'Invalid JWT Signature.');
    if (claims['sub'] !== adminEmail) return refuse(400, 'invalid_grant', 'Invalid email or User ID');
    if (!isDelegated || claims['scope'] !== scopes.join(' '))
      return refuse(401, 'unauthorized_client', 'Client is unauthorized to retrieve access tokens using this method.');
    return tokens.issue();
  }

  const server = await startService(content, (request, url) => {
    const { path, query } = request;
    if (path === '/token') return issueToken(request, url);
    if (!tokens.accepts(request))
      return { status: 401, body: { error: { code: 401, errors: [{ reason: 'authError' }] } } };
    const list = <Item>(name: string, items: readonly Item[], show: (item: Item) => object) => {
      const page = slice(items, Number(query.get('pageToken') ?? 0), pageSize);
      const next = page.next === undefined ? {} : { nextPageToken: `${page.next}` };
      // without items, the list is left out
      return {
        body: {
          kind: `admin#directory#${name}`,
          ...next,
          ...(page.items.length > 0 && { [name]: page.items.map(show) }),
        },
      };
    };
    const group = /^\/admin\/directory\/v1\/groups\/([^/]+)\/members$/.exec(path)?.[1];
    if (group) {
      const members = content.groups.find(({ id }) => id === group)?.members ?? [];
      return list('members', [...members, 'g-9'], (id) => ({ id, type: id === 'g-9' ? 'GROUP' : 'USER' }));
    }
    if (path === '/admin/directory/v1/groups') return list('groups', content.groups, ({ id, name }) => ({ id, name }));
    return list('users', content.people, ({ id, name, isActive = true }) => ({
      ...{ id, primaryEmail: `${name}@example.org`, name: { givenName: 'Given', familyName: 'Family' } },
      ...{ suspended: !isActive, archived: false },
    }));
  });
  return {
    ...server,
    ...{ keyFile, adminEmail, expireToken: tokens.expire },
    setDelegated(value: boolean) {
      isDelegated = value;
    },
  };
}
