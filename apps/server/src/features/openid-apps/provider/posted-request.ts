import type { FastifyRequest } from 'fastify';

/** As the library accepts. */
const maxBytes = 56 * 1024;

/**
 * The parameters of a posted authorization or logout request: those of the body, then those of the address, where the
 * consent page of the interface sends them. Undefined if they are too long or not a form.
 */
export async function readPostedRequest({ raw, headers }: FastifyRequest): Promise<URLSearchParams | undefined> {
  const query = new URL(raw.url ?? '', 'http://localhost').searchParams;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of raw as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) return undefined;
    parts.push(part);
  }
  if (length === 0) return query;
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return undefined;
  const parameters = new URLSearchParams(Buffer.concat(parts).toString('utf8'));
  for (const [name, value] of query) if (!parameters.has(name)) parameters.append(name, value);
  return parameters;
}
