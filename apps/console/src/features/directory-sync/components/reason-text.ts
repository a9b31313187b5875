import i18next from 'i18next';
import { isErrorCode } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/failure-text.ts';

/** Failures whose general sentences are about an LDAP server. */
const networkFailures = ['directory_unreachable', 'directory_timeout', 'directory_certificate'] as const;

/**
 * Why the directory cannot be read and what to fix; undefined for an unknown code. The address of a cloud directory is
 * fixed, so only the way to it can be at fault.
 */
export function reasonText(code: string | null, source: string): string | undefined {
  const failure = networkFailures.find((each) => each === code);
  if (failure && source !== 'ldap') return i18next.t(`directory-sync:cloud.${failure}`);
  return code !== null && isErrorCode(code) ? sentence(code) : undefined;
}
