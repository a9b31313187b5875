import type { Endpoint } from '@gatewarden/contract/endpoint';

/** Path prefix of the API. */
export const apiBase = '/api/v1';

/**
 * Path of the endpoint with percent-encoded parameters. A list in the query repeats its key; absent values are omitted.
 */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: unknown = {}, query: unknown = {}): string {
  const path = endpoint.path.replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = asRecord(params)[name];
    if (value === undefined) throw new TypeError(`${endpoint.path} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = searchOf(asRecord(query));
  return apiBase + path + (search ? `?${search}` : '');
}

function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(key, textOf(item));
    }
  }
  return search.toString();
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function asRecord(value: unknown): Record<string, unknown> {
  return (value ?? {}) as Record<string, unknown>;
}
