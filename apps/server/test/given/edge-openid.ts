import { newEdgeClient } from '../edge-client.ts';
import type { TestServer } from '../harness.ts';
import type { HostileProvider } from '../openid-provider/hostile-provider.ts';

type Answer = Awaited<ReturnType<ReturnType<typeof newEdgeClient>['post']>>;

/** Begins sign-ins at the edge, for `provider`, or for the first one. */
export function openEdgeBrowser(server: Pick<TestServer, 'edgePort'>, provider?: string) {
  const client = newEdgeClient(server);
  const begin = async (body: object = { type: 'enrollment' }): Promise<Answer & { readonly url: string }> => {
    const answer = await client.post('/openid/auth_info', { ...body, ...(provider !== undefined && { provider }) });
    return { ...answer, url: String(answer.body['url']) };
  };
  const finish = (answer: object) => client.post('/openid/callback', { type: 'enrollment', ...answer });
  const finishConnect = (answer: object) => client.post('/openid/callback/mfa', { type: 'mfa', ...answer });
  return {
    client,
    begin,
    finish,
    finishConnect,
    /** Signs the account in at the provider for a token. */
    async signInAs(idp: HostileProvider, account: Record<string, unknown>) {
      idp.account = { ...account };
      return finish(idp.authorize((await begin()).url));
    },
    /** Signs the account in at the provider for the attempt to connect. */
    async confirm(idp: HostileProvider, account: Record<string, unknown>, token: unknown) {
      const { url } = await begin({ type: 'mfa', state: token });
      idp.account = { ...account };
      return finishConnect(idp.authorize(url));
    },
  };
}
