import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { Secret } from '@gatewarden/process/secret';
import { describe, expect, it } from 'vitest';
import { startSmtpSink } from '../../../test/smtp-sink.ts';
import { issueServerCertificate, makeAuthority } from '../../platform/crypto/certificates.ts';
import { type Mail, MailFailure, type MailServer } from '../../ports/mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const mail: Mail = {
  id: '6a2f41a3-c54c-4b1f-8d4b-0a3f2f1f7c11',
  from: { name: 'Büro, "Kraków" <x@evil.example>', address: 'vpn@example.com' },
  to: 'una@example.org',
  subject: '한국어 제목\r\nBcc: evil@example.com',
  text: 'Żółć\n.\nline',
  html: '<p>Żółć</p>',
};
const account = { user: 'mailer', password: 'Canary-7-bird' };
const credentials = { user: account.user, password: new Secret(account.password) };

const to = (port: number, facts: Partial<MailServer> = {}): MailServer => ({
  host: 'localhost',
  port,
  encryption: 'None',
  ...facts,
});

async function givenCertificate() {
  const authority = await makeAuthority('Test');
  const notAfter = new Date(Date.now() + 3_600_000);
  const issued = await issueServerCertificate(authority, { serverName: 'localhost', notAfter });
  return { authority: authority.certificate, ...issued };
}

/** Resolves with the failure that the mailer throws. */
async function failureOf(sending: Promise<void>): Promise<MailFailure> {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailFailure)) throw new Error(`no MailFailure: ${inspect(error)}`);
  return error;
}

/** Starts a TCP server that is not a mail server. */
async function startServer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('sends text, HTML, sender and one recipient, and prevents header injection', async () => {
  await using sink = await startSmtpSink();
  await createSmtpMailer().send(to(sink.port), mail);
  const [received] = sink.mails;
  expect(received).toMatchObject({ from: 'vpn@example.com', to: ['una@example.org'], secure: false, user: undefined });
  expect(received?.email).toMatchObject({
    messageId: '<6a2f41a3-c54c-4b1f-8d4b-0a3f2f1f7c11@example.com>',
    from: { name: 'Büro, "Kraków" <x@evil.example>', address: 'vpn@example.com' },
    to: [{ address: 'una@example.org' }],
    subject: '한국어 제목 Bcc: evil@example.com',
  });
  expect(received?.email.bcc ?? []).toEqual([]);
  expect(received?.email.text?.trim()).toBe('Żółć\n.\nline');
  expect(received?.email.html?.trim()).toBe('<p>Żółć</p>');
  expect(received?.email.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

describe.each([
  ['StartTls', false],
  ['ImplicitTls', true],
] as const)('%s', (encryption, implicit) => {
  it('authenticates over TLS', async () => {
    const { authority, ...tls } = await givenCertificate();
    await using sink = await startSmtpSink({ tls: { ...tls, implicit }, account });
    await createSmtpMailer({ authorities: [authority] }).send(to(sink.port, { encryption, credentials }), mail);
    expect(sink.mails).toMatchObject([{ secure: true, user: 'mailer' }]);
  });

  it('sends nothing to a server with an untrusted certificate', async () => {
    const { authority: _unknown, ...tls } = await givenCertificate();
    await using sink = await startSmtpSink({ tls: { ...tls, implicit } });
    const failure = await failureOf(createSmtpMailer().send(to(sink.port, { encryption, credentials }), mail));
    expect(failure).toMatchObject({ isFinal: false, message: expect.stringMatching(/certificate/) });
    expect(sink.mails).toEqual([]);
  });

  it('sends nothing unencrypted to a server without TLS', async () => {
    await using sink = await startSmtpSink();
    const failure = await failureOf(createSmtpMailer().send(to(sink.port, { encryption, credentials }), mail));
    expect(failure.isFinal).toBe(false);
    expect(sink.mails).toEqual([]);
  });
});

it('does not use TLS if it is disabled, even if the server supports it', async () => {
  const { authority: _unknown, ...tls } = await givenCertificate();
  await using sink = await startSmtpSink({ tls });
  await createSmtpMailer().send(to(sink.port), mail);
  expect(sink.mails).toMatchObject([{ secure: false }]);
});

it('reports the answer of the server to invalid credentials without revealing what was sent', async () => {
  await using sink = await startSmtpSink({ account: { ...account, password: 'another' } });
  const failure = await failureOf(createSmtpMailer().send(to(sink.port, { credentials }), mail));
  expect(failure).toMatchObject({ isFinal: false, message: expect.stringContaining('535 no such account here') });
  expect(inspect(failure, { depth: 10, showHidden: true })).not.toMatch(/Canary|Żółć|Q2FuYXJ5/);
});

it.each([
  [550, true],
  [451, false],
])('classifies status %d as permanent: %s', async (status, isFinal) => {
  await using sink = await startSmtpSink({ refuse: () => ({ status, text: 'not\u0007\u009b\u202etoday' }) });
  const failure = await failureOf(createSmtpMailer().send(to(sink.port), mail));
  expect(failure.isFinal).toBe(isFinal);
  expect(failure.message).toContain(`${status} not today`);
});

it('fails if the server accepts the connection and sends nothing', async () => {
  await using server = await startServer(() => undefined);
  const failure = await failureOf(createSmtpMailer({ idleSeconds: 0.2 }).send(to(server.port), mail));
  expect(failure).toMatchObject({ isFinal: false, message: expect.stringMatching(/Timeout|Greeting never received/) });
});

it('fails if the server keeps sending without completing an answer', async () => {
  await using server = await startServer((socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  const mailer = createSmtpMailer({ idleSeconds: 5, totalSeconds: 0.3 });
  const failure = await failureOf(mailer.send(to(server.port), mail));
  expect(failure.isFinal).toBe(false);
});

it('fails if the server disconnects during the dialog', async () => {
  await using server = await startServer((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => (String(chunk).startsWith('EHLO') ? socket.write('250 here\r\n') : socket.destroy()));
  });
  const failure = await failureOf(createSmtpMailer().send(to(server.port), mail));
  expect(failure.isFinal).toBe(false);
});

it('fails if the port is closed or the host name is unknown', async () => {
  const closed = await startServer(() => undefined);
  await closed[Symbol.asyncDispose]();
  expect((await failureOf(createSmtpMailer().send(to(closed.port), mail))).message).toContain('ECONNREFUSED');
  const unknown = to(25, { host: 'mail.invalid' });
  expect((await failureOf(createSmtpMailer().send(unknown, mail))).isFinal).toBe(false);
});
