import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as received. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether it was received over TLS. */
  readonly secure: boolean;
  /** The authenticated user; undefined without authentication. */
  readonly user: string | undefined;
  readonly email: Email;
}

export interface Inbox {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Resolves when this many mails have arrived in total. */
  received(count: number): Promise<readonly ReceivedMail[]>;
}

export interface SmtpSink extends Inbox, AsyncDisposable {
  /** Only the mails to this address, for tests that share a mail server. */
  inbox(address: string): Inbox;
}

export interface SmtpSinkOptions {
  /** STARTTLS is offered, or with `implicit` the connection uses TLS from the start; unencrypted when absent. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly implicit?: boolean };
  /** The account that must authenticate; no authentication when absent. */
  readonly account?: { readonly user: string; readonly password: string };
  /** The refusal of the n-th attempt, counted from 1; undefined accepts it. */
  readonly refuse?: (attempt: number) => { readonly status: number; readonly text: string } | undefined;
  /** Runs when a mail has arrived completely, before it is accepted. */
  readonly beforeAccept?: () => Promise<unknown>;
}

/** A mail server that stores received mails in memory, on a free loopback port. */
export async function startSmtpSink({ tls, account, refuse, beforeAccept }: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const waiting: (() => void)[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    ...(tls ? { cert: tls.certificate, key: tls.key, secure: tls.implicit ?? false } : {}),
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])],
    authOptional: account === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, callback) {
      const known = username === account?.user && password === account?.password;
      if (known) callback(null, { user: username });
      else callback(new Error('no such account here'));
    },
    onRcptTo(_address, _session, callback) {
      attempts += 1;
      const refusal = refuse?.(attempts);
      callback(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.status }) : null);
    },
    onData(stream, session, callback) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(async (email) => {
          await beforeAccept?.();
          const { mailFrom, rcptTo } = session.envelope;
          mails.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            secure: session.secure,
            user: typeof session.user === 'string' ? session.user : undefined,
            email,
          });
          callback(null);
          for (const check of waiting) check();
        })
        .catch(callback);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const inboxOf = (select: () => readonly ReceivedMail[]): Inbox => ({
    port,
    get mails() {
      return select();
    },
    received: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (select().length >= count) resolve(select());
        };
        waiting.push(check);
        check();
      }),
  });
  return {
    ...inboxOf(() => mails),
    mails,
    inbox: (address) => inboxOf(() => mails.filter(({ to }) => to.includes(address))),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The code in the mail with this index, in order of arrival. */
export async function codeInMail(inbox: Inbox, index: number): Promise<string> {
  const mails = await inbox.received(index + 1);
  return /\b\d{6}\b/.exec(mails[index]?.email.text ?? '')?.[0] ?? 'none';
}
