/** Causes with a sentence of their own, below `errors:mail_not_sent_`. */
export type MailFailureCause = 'refused' | 'host' | 'no_answer' | 'certificate' | 'encryption' | 'sign_in';

type Patterns = readonly (readonly [MailFailureCause, RegExp])[];

/** An SMTP reply (RFC 5321 §4.2), which the library appends to its own words. Its text can contain any words. */
const reply = /: [2-5]\d\d[ -]/;

const patternsWithReply: Patterns = [
  ['sign_in', /^Invalid login|^Missing credentials/],
  ['encryption', /^Error upgrading connection with STARTTLS|does not support required STARTTLS/],
];

const patternsWithoutReply: Patterns = [
  ['refused', /\bECONNREFUSED\b/],
  ['host', /\b(ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL)\b|^DNS lookup/],
  ['no_answer', /\b(ETIMEDOUT|ETIMEOUT|EHOSTUNREACH|ENETUNREACH)\b|timeout|timed out|Greeting never received/i],
  ['certificate', /certificate/i],
  ['encryption', /wrong version number|packet length too long/],
];

/** Why the mail server did not get the mail, from the `reason` of `mail_not_sent`; undefined if it gave the answer. */
export function mailFailureCause(reason: string): MailFailureCause | undefined {
  const patterns = reply.test(reason) ? patternsWithReply : [...patternsWithReply, ...patternsWithoutReply];
  return patterns.find(([, pattern]) => pattern.test(reason))?.[0];
}
