import type { Outbound } from '../../platform/outbound/outbound.ts';

/** What the library's HTTP client passes to the function that performs a request. */
interface LibraryRequest {
  readonly url?: string;
  readonly method?: string;
  readonly headers: { toJSON(): Record<string, unknown> };
  readonly data?: unknown;
}

const maxBytes = 262_144;
const totalMilliseconds = 30_000;

/**
 * Loads the ACME client, which is rarely needed, and makes it use our outbound client: with its checks of addresses, limits and
 * proxies. Failures are not repeated within a call, as their delays would be those that the server asks for.
 */
export async function loadAcme(outbound: Pick<Outbound, 'send'>, certificate: string | undefined) {
  // the library registers its parts of certificates with decorators, which need this
  await import('reflect-metadata');
  const acme = (await import('acme-client')).default;
  const { defaults } = acme.axios;
  Object.assign((defaults as unknown as { acmeSettings: object }).acmeSettings, { retryMaxAttempts: 0 });
  defaults.adapter = async (config) => {
    const { url = '', method = 'get', headers, data } = config as unknown as LibraryRequest;
    const answer = await outbound.send(new URL(url), {
      method: method.toUpperCase(),
      headers: textsOf(headers.toJSON()),
      ...(typeof data === 'string' && { body: data }),
      ...{ maxBytes, totalMilliseconds, certificate },
    });
    const { status } = answer;
    return {
      ...{ data: parseBody(answer.body), status, statusText: '', config },
      headers: Object.fromEntries(answer.headers),
    };
  };
  return acme;
}

/** The library expects what its own HTTP client does: JSON is parsed, everything else is a text. */
function parseBody(body: Buffer): unknown {
  const text = body.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function textsOf(headers: Record<string, unknown>): Record<string, string> {
  const set = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null && value !== false);
  return Object.fromEntries(set.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
