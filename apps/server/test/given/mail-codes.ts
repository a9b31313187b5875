import { randomInt, randomUUID } from 'node:crypto';
import { confirmEmail, sendEmailCode, startEmail } from '@gatewarden/contract/mfa';
import { patchSettings } from '@gatewarden/contract/settings';
import { expect } from 'vitest';
import { signMailCode } from '../../src/features/mfa/mail-code-signature.ts';
import type { TestServer } from '../harness.ts';
import { codeInMail, type Inbox } from '../smtp-sink.ts';
import type { Person } from './given.ts';

/** Reads the codes that are mailed to a user. */
export interface Mailbox {
  /** The recovery codes issued with the first factor. */
  readonly recoveryCodes: readonly string[];
  /** Requests a code and reads it from the mail. */
  next(caller: Pick<Person, 'call'>): Promise<string>;
}

export async function givenMailServer(server: TestServer, { port }: { readonly port: number }): Promise<void> {
  // in a new session, because this requires a recent proof
  const { username } = await server.given.admin();
  const admin = await server.given.signedIn(username);
  await admin.call(patchSettings, {
    body: { smtp_server: '127.0.0.1', smtp_port: port, smtp_encryption: 'None', smtp_sender: 'vpn@example.com' },
  });
}

/** Resolves once core has recorded every delivered mail. */
async function untilMailsSent({ database }: TestServer): Promise<void> {
  const open = `select id from pgboss.job where name = 'mail.send' and state < 'completed'`;
  await expect.poll(() => database.query(open)).toEqual([]);
}

/** Sets up codes by email for the user, with the sink as mail server; the next sign-in requires one. */
export async function givenMailbox(server: TestServer, person: Person, sink: Inbox): Promise<Mailbox> {
  await givenMailServer(server, sink);
  const arrived = sink.mails.length;
  await person.call(startEmail, {});
  const { codes } = await person.call(confirmEmail, { body: { code: await codeInMail(sink, arrived) } });
  // the mail about the new factor
  await sink.received(arrived + 2);
  await untilMailsSent(server);
  return {
    recoveryCodes: codes ?? [],
    async next(caller) {
      const before = sink.mails.length;
      await caller.call(sendEmailCode, {});
      const code = await codeInMail(sink, before);
      await untilMailsSent(server);
      return code;
    },
  };
}

/**
 * A code as if it had been mailed a minute ago, written directly to the database, for tests without a mail server. For
 * a sign-in code the factor is set up as well, and sign-in requires it.
 */
export async function givenMailCode(
  { database, signer, clock }: TestServer,
  { id }: Person,
  purpose: 'activation' | 'sign-in',
): Promise<string> {
  const code = String(randomInt(100_000, 1_000_000));
  const now = clock.now();
  const mailId = randomUUID();
  await database.query(
    `with factor as (
       insert into mfa (user_id, email_enabled, is_enabled, method)
       values ($1, $2, $2, case when $2 then 'Email' else 'None' end)
       on conflict (user_id) do update set email_enabled = $2)
     insert into mail_code (user_id, purpose, signature, mail_id, sent_at, expires_at) values ($1, $3, $4, $5, $6, $7)`,
    [
      id,
      purpose === 'sign-in',
      purpose,
      signMailCode(await signer(), { userId: id, purpose, mailId, code }),
      mailId,
      new Date(now.getTime() - 60_000),
      new Date(now.getTime() + 60_000),
    ],
  );
  return code;
}
