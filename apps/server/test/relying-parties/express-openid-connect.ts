import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import express from 'express';
import oidc, { type ConfigParams } from 'express-openid-connect';
import { type Product, scopes, urlOf, visitorOf } from './product.ts';

/** The middleware `express-openid-connect`, with sessions in a cookie. */
export const expressOpenidConnect: Product = {
  name: 'express-openid-connect',
  redirectPath: '/callback',
  signOutPath: '/logout',
  backchannelPath: '/backchannel-logout',
  requiresGroup: false,
  async start({ port, issuer, clientId, secret }) {
    const application = express();
    application.use(
      oidc.auth({
        ...{ issuerBaseURL: issuer, baseURL: urlOf({ port }), clientID: clientId, clientSecret: secret },
        secret: randomBytes(32).toString('hex'),
        authRequired: false,
        idpLogout: true,
        authorizationParams: { response_type: 'code', scope: scopes.join(' ') },
        routes: { postLogoutRedirect: '/bye' },
        backchannelLogout: { store: createStore() },
      }),
    );
    application.get('/', oidc.requiresAuth(), ({ oidc: { user } }, response) => {
      response.json(visitorOf(user ?? {}));
    });
    application.get('/bye', (_, response) => void response.send('Bye'));
    const server = application.listen(port, 'localhost');
    await once(server, 'listening');
    return {
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  },
};

type Store = NonNullable<Extract<ConfigParams['backchannelLogout'], object>['store']>;

/** Of the sessions that logout tokens ended. */
function createStore(): Store {
  const values = new Map<string, Parameters<Store['set']>[1]>();
  return {
    get: (id, done) => done(null, values.get(id)),
    set: (id, value, done) => {
      values.set(id, value);
      done?.(null);
    },
    destroy: (id, done) => {
      values.delete(id);
      done?.(null);
    },
  };
}
