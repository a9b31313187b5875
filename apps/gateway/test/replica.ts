import { text } from 'node:stream/consumers';
import { startCore } from './core.ts';

/** Runs one replica: reads its certificate from standard input, prints its join token, then a line for each stream. */
const { certificate, pem, fingerprint, secret } = JSON.parse(await text(process.stdin));
const authority = { pem, fingerprint, issue: async () => certificate };
const core = await startCore({ authority, secret });
process.stdout.write(`${JSON.stringify(core.token)}\n`);
for (;;) {
  await core.nextStream();
  process.stdout.write('stream\n');
}
