import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { secretPlaceholder } from './guide.ts';
import { guides, products } from './guides.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/openid-applications.md'), 'utf8');
const base = 'https://gatewarden.example.com';

it.each(products)('docs/openid-applications.md has the configuration of the console for %s', (product) => {
  const { redirects, address = '', template, blocks } = guides[product];
  const [redirectUri = `${address}/callback`] = redirects(address);
  const texts = blocks({
    provider: {
      issuer: `${base}/`,
      discovery_url: `${base}/.well-known/openid-configuration`,
      authorization_endpoint: `${base}/api/v1/oauth/authorize`,
      token_endpoint: `${base}/api/v1/oauth/token`,
      userinfo_endpoint: `${base}/api/v1/oauth/userinfo`,
    },
    instance: 'Gatewarden',
    clientId: 'YOUR_CLIENT_ID',
    secret: secretPlaceholder,
    redirectUri,
    scope: template.scope,
  }).map(({ text }) => text);
  for (const text of texts) expect(page).toContain(`\`\`\`text\n${text}\`\`\``);
  for (const uri of redirects(address)) expect(page).toContain(`\`${uri}\``);
});
