import { callerAddressOf } from '@gatewarden/listener/caller-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../../../platform/actor.ts';
import { lookupOwnerOf } from '../../../platform/http/guard.ts';
import { isOwnOrigin } from '../../../platform/http/own-origin.ts';
import { runAsOwner } from '../../../platform/limits/work-owner.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ConsentForm } from './consent-form.ts';
import type { CurrentProvider } from './current-provider.ts';
import { discoveryPath, interactionPath, providerPaths } from './endpoints.ts';
import { isRedirectAllowed } from './is-redirect-allowed.ts';
import { cookieNames } from './openid-provider.ts';
import { pagePolicy } from './pages.ts';
import { readPostedRequest } from './posted-request.ts';
import { publicHeaders } from './public-headers.ts';
import { createPublishedDocuments } from './published-documents.ts';
import type { ReadSession } from './read-session.ts';
import { runInRequest, type SignedInSession } from './request-context.ts';
import { createRequestLimits } from './request-limits.ts';

interface Dependencies {
  readonly provider: CurrentProvider;
  readonly readSession: ReadSession;
  readonly consentForm: ConsentForm;
  readonly clock: Clock;
  /** The configured public address; undefined if the Host header decides. */
  readonly configuredUrl: string | undefined;
  /** `url` is set once the port is known. */
  readonly address: { readonly url: string };
}

type Method = 'GET' | 'POST' | 'OPTIONS';
type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const maxStoredBytes = 16_384;

/**
 * The calls of the protocol, handled by the library with the raw request. Bodies are not parsed, and pages have their own
 * content security policy.
 */
export function addProviderRoutes(scope: FastifyInstance, dependencies: Dependencies): void {
  const { readSession, consentForm, clock, configuredUrl, address } = dependencies;
  const limits = createRequestLimits(() => clock.now().getTime());
  const handle = createHandler(dependencies);
  const readDocument = createPublishedDocuments(dependencies);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));

  function route(method: Method | Method[], urls: readonly string[], work: Handle): void {
    for (const url of urls) {
      scope.route({
        method,
        url,
        handler: (request, reply) =>
          runAsOwner(lookupOwnerOf(callerAddressOf(request), 'session'), () => work(request, reply)),
      });
    }
  }

  /** False if the caller stores too many requests; then it is answered. */
  function isWithinLimit(request: FastifyRequest, reply: FastifyReply, session: SignedInSession | undefined): boolean {
    const wait = limits.take(session?.sessionId, callerAddressOf(request));
    if (wait === 0) return true;
    const body = { error: 'temporarily_unavailable', error_description: 'too many requests; try again in a moment' };
    reply
      .code(429)
      .header('retry-after', String(Math.ceil(wait)))
      .send(body);
    return false;
  }

  const asBrowser: Handle = async (request, reply) => {
    const session = await readSession(request.headers.cookie);
    return isWithinLimit(request, reply, session) ? handle(request, reply, session) : reply;
  };
  /**
   * Continues a request after its steps. If another user or session is signed in meanwhile, or none, the steps begin again:
   * the library would sign the user out or refuse the session.
   */
  const asResumed: Handle = async (request, reply) => {
    const { uid } = request.params as { uid: string };
    const session = await readSession(request.headers.cookie);
    const provider = await dependencies.provider.get();
    const interaction = await provider.Interaction.find(uid);
    const login = interaction?.result?.login;
    const bound = interaction?.session?.uid;
    const isOther =
      (login !== undefined && login.accountId !== session?.subject) ||
      (bound !== undefined && bound !== session?.sessionId.toString());
    if (interaction && (isOther || !(await isRedirectAllowed(provider, interaction.params)))) {
      return reply.redirect(`${address.url}${interactionPath(uid)}`, 303);
    }
    return isWithinLimit(request, reply, session) ? handle(request, reply, session) : reply;
  };
  const asApplication: Handle = (request, reply) => handle(request, reply, undefined);
  /** Browsers of other origins get headers for their origin. */
  const asReader =
    (path: string): Handle =>
    async (request, reply) => {
      if (request.headers.origin !== undefined) return handle(request, reply, undefined);
      const { headers, body } = await readDocument(path);
      return reply.headers(headers).send(body);
    };
  /** What is stored before anyone is authenticated. */
  const asLimitedApplication: Handle = async (request, reply) => {
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    if (request.method === 'POST' && !(length <= maxStoredBytes)) {
      const body = {
        error: 'invalid_request',
        error_description: `at most ${maxStoredBytes} bytes, with their length`,
      };
      return reply.code(413).send(body);
    }
    return isWithinLimit(request, reply, undefined) ? handle(request, reply, undefined) : reply;
  };

  /** Devices are connected by a person who is signed in. */
  const asSignedIn: Handle = async (request, reply) => {
    const session = await readSession(request.headers.cookie);
    if (session) return isWithinLimit(request, reply, session) ? handle(request, reply, session) : reply;
    const back = encodeURIComponent(`${address.url}${request.url}`);
    return reply.redirect(`${address.url}/sign-in?r=${back}`, 303);
  };

  /**
   * A posted request continues as a GET request: browsers send the cookie of the session only with the latter if another
   * site posts it. With `allow`, it is the decision of a consent page, which must be ours.
   */
  async function asPosted(path: string, request: FastifyRequest, reply: FastifyReply) {
    const parameters = await readPostedRequest(request);
    if (!parameters) return reply.code(400).send({ error: 'invalid_request', error_description: 'not a form' });
    const allow = parameters.get('allow');
    parameters.delete('allow');
    const session = allow === null ? undefined : await readSession(request.headers.cookie);
    if (session && isOwnOrigin(request, configuredUrl)) {
      if (allow !== 'true') return reply.redirect(await consentForm.declined(parameters), 302);
      await consentForm.accept(session, originOf(request, session), parameters);
    }
    return reply.redirect(`${address.url}${path}?${parameters}`, 303);
  }

  const { authorization, end_session, code_verification, userinfo, jwks, ...rest } = providerPaths;
  route('GET', [authorization, end_session, `${end_session}/success`], asBrowser);
  route('GET', [`${authorization}/:uid`], asResumed);
  route('POST', [`${end_session}/confirm`], asBrowser);
  for (const path of [authorization, end_session]) {
    route('POST', [path], (request, reply) => asPosted(path, request, reply));
  }
  route(['GET', 'POST'], [code_verification, `${code_verification}/:uid`], asSignedIn);
  const { pushed_authorization_request, device_authorization, ...others } = rest;
  route(['POST', 'OPTIONS'], [pushed_authorization_request, device_authorization], asLimitedApplication);
  route(['POST', 'OPTIONS'], Object.values(others), asApplication);
  route(['GET', 'POST', 'OPTIONS'], [userinfo], asApplication);
  for (const path of [jwks, discoveryPath]) {
    route('GET', [path], asReader(path));
    route('OPTIONS', [path], asApplication);
  }
}

/** Passes the request to the library, with the headers that every answer of the product has. */
function createHandler({ provider, address }: Pick<Dependencies, 'provider' | 'address'>) {
  return async (request: FastifyRequest, reply: FastifyReply, session: SignedInSession | undefined) => {
    const ip = callerAddressOf(request);
    const handler = await provider.handler();
    prepareRequest(request, { url: address.url, ip, session });
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.raw.setHeader('content-security-policy', pagePolicy);
    const { 'user-agent': device, 'accept-language': acceptLanguage } = request.headers;
    await runInRequest({ session, ip, device, acceptLanguage }, () => handler(request.raw, reply.raw));
  };
}

function originOf(request: FastifyRequest, { userId, username, sessionId }: SignedInSession): Origin {
  const { 'user-agent': device } = request.headers;
  return { by: { userId, username }, ip: callerAddressOf(request), device, sessionId };
}

interface Prepared {
  readonly url: string;
  readonly ip: string | undefined;
  readonly session: SignedInSession | undefined;
}

/**
 * Makes the library build addresses from the public one, not from a Host header that a client chooses, and find the
 * session of Gatewarden, not one that a cookie names.
 */
function prepareRequest({ raw }: FastifyRequest, { url, ip, session }: Prepared): void {
  Object.assign(raw.headers, publicHeaders(url), { 'x-forwarded-for': ip ?? '' });
  delete raw.headers['x-forwarded-host'];
  if (!session) return;
  const others = (raw.headers.cookie ?? '')
    .split(';')
    .filter((pair) => !pair.trim().startsWith(`${cookieNames.session}=`));
  raw.headers.cookie = [...others, `${cookieNames.session}=${session.sessionId}`].join(';');
}
