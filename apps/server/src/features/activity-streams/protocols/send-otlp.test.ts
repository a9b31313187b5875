import { expect, it } from 'vitest';
import { sendOtlp } from './send-otlp.ts';

/** What is sent to a collector that answers with this text. */
function send(answer: string): Promise<void> {
  const collector = { name: 'Collector', stream_type: 'otlp_http', url: 'https://logs.example.com/' } as const;
  const outbound = {
    request: async () => ({ status: 200, headers: new Headers(), body: Buffer.from(answer) }),
    connectTls: () => Promise.reject(new Error('not used')),
  };
  return sendOtlp({ ...collector, username: null, cert: null, password: undefined }, [], {
    ...{ outbound, version: '1.0.0', host: 'vpn.example.com' },
    signal: AbortSignal.timeout(10_000),
  });
}

it.each([
  '',
  'ok',
  'null',
  '"ok"',
  '[]',
  '{}',
  '{"partialSuccess":null}',
  '{"partialSuccess":{}}',
  '{"partialSuccess":{"rejectedLogRecords":null,"errorMessage":null}}',
  '{"partialSuccess":{"rejectedLogRecords":"0","errorMessage":"use another version"}}',
])('accepts the answer %s', async (answer) => {
  await expect(send(answer)).resolves.toBeUndefined();
});

it.each([
  ['{"partialSuccess":{"rejectedLogRecords":5,"errorMessage":null}}', '5'],
  ['{"partialSuccess":{"rejectedLogRecords":5}}', '5'],
  ['{"partialSuccess":{"rejectedLogRecords":"5","errorMessage":"too old"}}', '5 too old'],
  ['{"partialSuccess":{"rejectedLogRecords":"9223372036854775807"}}', '9223372036854775807'],
  ['{"partialSuccess":{"rejectedLogRecords":"five"}}', 'partialSuccess'],
  ['{"partialSuccess":{"rejectedLogRecords":1e400}}', 'partialSuccess'],
  ['{"partialSuccess":{"rejectedLogRecords":[5]}}', 'partialSuccess'],
  ['{"partialSuccess":{"rejectedLogRecords":5,"errorMessage":5}}', 'partialSuccess'],
  ['{"partialSuccess":"5 rejected"}', 'partialSuccess'],
])('fails for the answer %s', async (answer, detail) => {
  await expect(send(answer)).rejects.toMatchObject({ name: 'DeliveryError', reason: 'rejected', detail });
});
