import type { BodyInputOf, Endpoint, ErrorBody, ParamsInputOf, ResponseOf } from '@gatewarden/contract/endpoint';
import type { ErrorCode } from '@gatewarden/contract/errors';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { apiBase } from '../src/lib/path-of.ts';

interface Request<E extends Endpoint> {
  params: ParamsInputOf<E>;
  query: URLSearchParams;
  body: BodyInputOf<E>;
}
type Answer<E extends Endpoint> = (request: Request<E>) => ResponseOf<E> | Promise<ResponseOf<E>>;

/**
 * Responds to every call of the endpoint with a body of the contract, or with the result of a function of the request.
 */
export function respond<E extends Endpoint>(endpoint: E, answer: ResponseOf<E> | Answer<E>): HttpHandler {
  return handler(endpoint, async (request) => {
    const body = isFunction(answer) ? await answer(request as Request<E>) : answer;
    const init = { status: endpoint.status ?? 200 };
    return endpoint.answer?.kind === 'text' || endpoint.answer?.kind === 'download'
      ? HttpResponse.text(String(body), init)
      : HttpResponse.json(body as object, init);
  });
}

function isFunction<E extends Endpoint>(answer: ResponseOf<E> | Answer<E>): answer is Answer<E> {
  return typeof answer === 'function';
}

/** Responds with the alternative success of the endpoint. */
export function respondWithAlternative<E extends Endpoint>(endpoint: E, body: object): HttpHandler {
  return handler(endpoint, () => HttpResponse.json(body, { status: endpoint.alternative?.status ?? 200 }));
}

/** Refuses every call of the endpoint. */
export function refuse(
  endpoint: Endpoint,
  status: number,
  code: ErrorCode,
  rest: Omit<ErrorBody, 'code' | 'msg'> = {},
): HttpHandler {
  return handler(endpoint, () => HttpResponse.json({ msg: code, code, ...rest }, { status }));
}

/** Fails every request with a network error. */
export function failNetwork(endpoint: Endpoint): HttpHandler {
  return handler(endpoint, () => HttpResponse.error());
}

type AnyRequest = { params: unknown; query: URLSearchParams; body: unknown };

function handler(endpoint: Endpoint, answer: (request: AnyRequest) => Response | Promise<Response>): HttpHandler {
  const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };
  return methods[endpoint.method](`*${apiBase}${endpoint.path}`, async ({ request, params }) => {
    const text = await request.text();
    return answer({ params, query: new URL(request.url).searchParams, body: text ? JSON.parse(text) : undefined });
  });
}
