import type { AppKind } from '@gatewarden/contract/openid-apps';

/** Schemes that run code, read files or belong to the browser. */
const refusedSchemes = new Set([
  'javascript',
  'data',
  'vbscript',
  'file',
  'about',
  'blob',
  'view-source',
  'ws',
  'wss',
  'ftp',
  'intent',
]);
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why an address must not receive authorization codes; undefined if it may. OAuth 2.1 §2.3.1 and RFC 8252 §7: absolute,
 * without a fragment; http only for this machine or, for applications with a secret, in an internal network; other
 * schemes only for applications on phones and desktops, which must be reverse domain names.
 */
export function redirectUriFault(uri: string, kind: AppKind): string | undefined {
  if (!URL.canParse(uri)) return 'not an absolute address';
  // what browsers remove or replace would make the stored text differ from where the browser goes
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(uri)) return 'contains blanks, backslashes or control characters';
  if (uri.includes('*')) return 'wildcards are not supported; list each address';
  if (uri.includes('#')) return 'must not have a fragment';
  const { protocol, hostname, username, password } = new URL(uri);
  const scheme = protocol.slice(0, -1);
  if (refusedSchemes.has(scheme)) return `the scheme ${scheme} is not allowed`;
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  if (scheme === 'https') return undefined;
  if (scheme === 'http') {
    return kind === 'public' && !loopbackHosts.has(hostname) ? 'must be https, or http on localhost' : undefined;
  }
  if (kind !== 'public') return 'must be https or http';
  return scheme.includes('.') ? undefined : 'the scheme must be a reversed domain name, such as com.example.app';
}
