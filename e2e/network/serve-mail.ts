// A mail server that prints its port, and each mail as a line of JSON.
import { startSmtpSink } from '../../apps/server/test/smtp-sink.ts';

const sink = await startSmtpSink();
process.stdout.write(`listening on ${sink.port}\n`);
for (let count = 1; ; count += 1) {
  const { to, email } = (await sink.received(count))[count - 1] ?? {};
  process.stdout.write(`mail ${JSON.stringify({ to, subject: email?.subject, text: email?.text })}\n`);
}
