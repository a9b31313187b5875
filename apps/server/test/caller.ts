import type {
  AlternativeOf,
  BodyInputOf,
  Endpoint,
  ErrorBody,
  ParamsInputOf,
  QueryInputOf,
  ResponseOf,
} from '@gatewarden/contract/endpoint';

type Part<Name extends string, Value> = Value extends undefined ? { [K in Name]?: never } : { [K in Name]: Value };
export type Input<E extends Endpoint> = Part<'params', ParamsInputOf<E>> &
  Partial<Part<'query', QueryInputOf<E>>> &
  Part<'body', BodyInputOf<E>>;

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A success or a failure; the status says which. */
type AnyBodyOf<E extends Endpoint> = [ResponseOf<E>] extends [null] ? ErrorBody : ErrorBody & ResponseOf<E>;

/** A client of the API over HTTP that stores the session cookie, as a browser does. */
export interface Caller {
  /** Calls and expects success. Otherwise throws an error with the answer in its message. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ResponseOf<E> | AlternativeOf<E>>;
  /** Calls and returns the answer, also a failure. */
  try<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<AnyBodyOf<E>>>;
  /** Any request below `/api/v1`, well-formed or not. */
  send(
    method: string,
    path: string,
    init?: { body?: string | Buffer; headers?: Record<string, string> },
  ): Promise<Response>;
  readonly cookie: string | undefined;
}

/** `cookie` continues a session; a cookie that the server sets replaces it. `token` is an API token. */
export function createCaller(origin: string, cookie?: string, token?: string): Caller {
  let session = cookie;
  const bearer: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};

  async function send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: { 'user-agent': 'test', ...(session ? { cookie: session } : {}), ...bearer, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const set = response.headers.getSetCookie().find((line) => /^(__Host-|__Secure-)?gatewarden_session=/.test(line));
    if (set) session = /Max-Age=0|gatewarden_session=;/.test(set) ? undefined : set.split(';')[0];
    return response;
  }

  async function attempt<E extends Endpoint>(endpoint: E, input: Input<E>) {
    const response = await send(endpoint.method, pathOf(endpoint, input), {
      ...(input.body === undefined
        ? {}
        : { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  return {
    send,
    try: attempt,
    async call(endpoint, input) {
      const answer = await attempt(endpoint, input);
      if (answer.status >= 300) {
        throw new Error(
          `${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
        );
      }
      return answer.body;
    },
    get cookie() {
      return session;
    },
  };
}

function pathOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) query.append(name, String(item));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}
