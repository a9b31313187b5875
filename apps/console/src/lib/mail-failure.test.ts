import { describe, expect, it } from 'vitest';
import { mailFailureCause } from './mail-failure.ts';

describe('mailFailureCause', () => {
  it.each([
    ['connect ECONNREFUSED 127.0.0.1:2598', 'refused'],
    ['getaddrinfo ENOTFOUND mail.example.com', 'host'],
    ['getaddrinfo EAI_AGAIN mail.example.com', 'host'],
    ['DNS lookup for mail.example.com timed out', 'host'],
    ['Connection timeout', 'no_answer'],
    ['Greeting never received', 'no_answer'],
    ['The operation was aborted due to timeout', 'no_answer'],
    ['connect EHOSTUNREACH 192.0.2.1:25', 'no_answer'],
    ['self-signed certificate', 'certificate'],
    ['unable to verify the first certificate', 'certificate'],
    ['Hostname/IP does not match certificate’s altnames: Host: a. is not in the cert’s altnames', 'certificate'],
    ['00D2:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:', 'encryption'],
    ['Error upgrading connection with STARTTLS: 502 Not implemented', 'encryption'],
    ['Invalid login: 535 5.7.8 no such account', 'sign_in'],
    ['Missing credentials for "PLAIN"', 'sign_in'],
  ])('finds in "%s" the cause %s', (reason, cause) => {
    expect(mailFailureCause(reason)).toBe(cause);
  });

  it.each([
    'Can’t send mail - all recipients were rejected: 550 5.1.1 no such mailbox',
    'Message failed: 451 4.4.2 Timeout, no certificate',
    'Unexpected socket close',
  ])('finds none in "%s", which is shown as it is', (reason) => {
    expect(mailFailureCause(reason)).toBeUndefined();
  });
});
