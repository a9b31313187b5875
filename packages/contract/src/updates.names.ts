/** Events of the activity log. */
export const updateActivity = ['update_found', 'update_check_failed', 'update_check_recovered'] as const;

/**
 * Why a check for updates failed.
 * - `unreachable`: the server of the feed did not answer with it; `detail` says why.
 * - `not_https`: the address is not https, and its host is not listed in `GATEWARDEN_OUTBOUND_ALLOW`.
 * - `no_keys`: neither the build nor `GATEWARDEN_UPDATES_KEYS` names a key that is trusted.
 * - `undecodable`: the answer is no compact JWS, or too long.
 * - `algorithm_refused`: it is not signed with EdDSA.
 * - `key_unknown`: no trusted key has its `kid`.
 * - `signature_invalid`: it was altered, or another key signed it.
 * - `malformed`: it is signed, but something in it is not valid; `detail` names it.
 * - `expired`: it is too old: the server no longer offers a current feed.
 * - `not_yet_valid`: it was issued in the future, so the clock of one of both is wrong.
 * - `rolled_back`: an older feed than the last one that was accepted.
 */
export const updateProblems = [
  'unreachable',
  'not_https',
  'no_keys',
  'undecodable',
  'algorithm_refused',
  'key_unknown',
  'signature_invalid',
  'malformed',
  'expired',
  'not_yet_valid',
  'rolled_back',
] as const;
export type UpdateProblem = (typeof updateProblems)[number];
