import { Code, ConnectError, createContextValues } from '@connectrpc/connect';
import { ControlRequestSchema } from '@gatewarden/contract/gateway/v1';
import { expect, it } from 'vitest';
import { createFieldCounter } from './field-counter.ts';
import { messageLimits } from './message-limits.ts';
import { countMessages, receivedOf } from './received-messages.ts';

const countFields = createFieldCounter(ControlRequestSchema, messageLimits);
const heartbeat = Buffer.from([0x2a, 0]);

function frame(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

/** Feeds a body in chunks of the given size; returns what is passed on to the decoder and what is counted. */
async function passOn(body: Buffer, size: number) {
  const values = createContextValues();
  async function* chunks() {
    for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
  }
  const passed: Uint8Array[] = [];
  let error: ConnectError | undefined;
  try {
    for await (const chunk of countMessages(chunks(), countFields, values)) passed.push(chunk);
  } catch (thrown) {
    error = ConnectError.from(thrown);
  }
  return { passed: Buffer.concat(passed), code: error?.code, received: receivedOf({ values }) };
}

it.each([1, 3, 7, 1000])('passes messages on and counts them in chunks of %i bytes', async (size) => {
  const body = Buffer.concat([frame(heartbeat), frame(Buffer.alloc(0)), frame(Buffer.from([0x22, 2, 0x12, 0]))]);
  expect(await passOn(body, size)).toEqual({ passed: body, code: undefined, received: { bytes: 21, fields: 3 } });
});

it('passes on the bytes of a truncated body', async () => {
  const body = Buffer.concat([frame(heartbeat), Buffer.from([0, 0, 0])]);
  expect((await passOn(body, 4)).passed).toEqual(body);
});

it('passes on only the length prefix of a message that has too many fields', async () => {
  const report = Buffer.concat([Buffer.from([0x22, 0xa0, 0x8d, 0x06]), Buffer.alloc(100_000, Buffer.from([0x12, 0]))]);
  const { passed, code, received } = await passOn(Buffer.concat([frame(heartbeat), frame(report)]), 16_384);
  expect(code).toBe(Code.ResourceExhausted);
  expect(passed).toEqual(Buffer.concat([frame(heartbeat), frame(report).subarray(0, 5)]));
  expect(received.bytes).toBe(7 + 5 + report.length);
});
