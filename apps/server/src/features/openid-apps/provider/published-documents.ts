import type { RequestListener } from 'node:http';
import { inject } from 'light-my-request';
import type { CurrentProvider } from './current-provider.ts';
import { publicHeaders } from './public-headers.ts';
import { runInRequest } from './request-context.ts';

/** The answer to a GET request without credentials and without `Origin`. */
export interface PublishedDocument {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Dependencies {
  readonly provider: Pick<CurrentProvider, 'handler'>;
  readonly address: { readonly url: string };
}

/**
 * Reads documents that are the same for every caller until the keys or the address change, such as the description of the
 * provider: the library renders each of them once.
 */
export function createPublishedDocuments({ provider, address }: Dependencies) {
  const ofHandlers = new WeakMap<RequestListener, Map<string, Promise<PublishedDocument>>>();
  return async (path: string): Promise<PublishedDocument> => {
    const handler = await provider.handler();
    const documents = ofHandlers.get(handler) ?? new Map<string, Promise<PublishedDocument>>();
    ofHandlers.set(handler, documents);
    const document = documents.get(path) ?? render(handler, address.url, path);
    documents.set(path, document);
    // the next request tries again
    document.catch(() => documents.delete(path));
    return document;
  };
}

/** @throws an error if the library answers with another status than 200 */
async function render(handler: RequestListener, url: string, path: string): Promise<PublishedDocument> {
  const context = { session: undefined, ip: undefined, device: undefined, acceptLanguage: undefined };
  const answer = await runInRequest(context, () => inject(handler, { url: path, headers: publicHeaders(url) }));
  if (answer.statusCode !== 200) throw new Error(`the provider answered ${answer.statusCode} for ${path}`);
  const { 'content-type': type, vary } = answer.headers;
  return { headers: { 'content-type': String(type), ...(vary && { vary: String(vary) }) }, body: answer.payload };
}
