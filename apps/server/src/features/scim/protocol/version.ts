import { hash } from 'node:crypto';
import { ScimError } from './scim-error.ts';

/** A weak ETag (RFC 9110 §8.8.1) of anything that can be written as JSON. */
export function versionOf(content: unknown): string {
  return `W/"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`;
}

/** Whether an `If-Match` or `If-None-Match` header names the version. */
export function isNamed(header: string, version: string): boolean {
  if (header.trim() === '*') return true;
  // compared weakly: all versions are weak
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => opaque(tag) === opaque(version));
}

/** @throws ScimError outdated if the header names other versions only */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !isNamed(ifMatch, version))
    throw new ScimError('outdated', 'The resource has been changed since the version in If-Match');
}
