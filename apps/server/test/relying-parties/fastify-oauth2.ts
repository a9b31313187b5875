import { randomBytes } from 'node:crypto';
import oauth2, { type OAuth2Namespace, type Token } from '@fastify/oauth2';
import fastify from 'fastify';
import { type Product, scopes, urlOf, visitorOf } from './product.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the plugin adds, by the name below. */
    readonly gatewarden: OAuth2Namespace;
  }
}

const cookie = 'wiki_session';

/**
 * The plugin `@fastify/oauth2`, which needs discovery and PKCE but leaves sessions to the application. This one reads the
 * claims of the visitor for each page.
 */
export const fastifyOauth2: Product = {
  name: '@fastify/oauth2',
  redirectPath: '/callback',
  signOutPath: '/logout',
  backchannelPath: undefined,
  requiresGroup: false,
  async start({ port, issuer, clientId, secret }) {
    const url = urlOf({ port });
    const sessions = new Map<string, Token>();
    const application = fastify();
    await application.register(oauth2, {
      ...{ name: 'gatewarden', scope: scopes, discovery: { issuer }, pkce: 'S256' },
      ...{ startRedirectPath: '/login', callbackUri: `${url}/callback` },
      credentials: { client: { id: clientId, secret } },
    });
    const { gatewarden } = application;
    application.get('/', async ({ cookies }, reply) => {
      const token = sessions.get(cookies[cookie] ?? '');
      // a refusal is also an answer
      const claims = token && ((await gatewarden.userinfo(token.access_token)) as Record<string, unknown>);
      return claims?.['sub'] === undefined ? reply.redirect('/login') : visitorOf(claims);
    });
    application.get('/callback', async (request, reply) => {
      const { token } = await gatewarden.getAccessTokenFromAuthorizationCodeFlow(request, reply);
      const id = randomBytes(16).toString('hex');
      sessions.set(id, token);
      return reply.setCookie(cookie, id, { path: '/', httpOnly: true, sameSite: 'lax' }).redirect('/');
    });
    application.get('/logout', async ({ cookies }, reply) => {
      const id = cookies[cookie] ?? '';
      const hint = sessions.get(id)?.id_token ?? '';
      sessions.delete(id);
      const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: `${url}/bye` });
      return reply.redirect(`${issuer}api/v1/oauth/logout?${query}`);
    });
    application.get('/bye', () => 'Bye');
    await application.listen({ port, host: 'localhost' });
    return { [Symbol.asyncDispose]: () => application.close() };
  },
};
