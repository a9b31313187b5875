import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Code, ConnectError } from '@connectrpc/connect';
import { ControlRequestSchema } from '@gatewarden/contract/gateway/v1';
import { maxEntriesPerReport } from '@gatewarden/contract/gateway-limits';
import { expect, it } from 'vitest';
import { createFieldCounter } from './field-counter.ts';
import { messageLimits } from './message-limits.ts';

const countFields = createFieldCounter(ControlRequestSchema, messageLimits);

function codeOf(message: Uint8Array): Code | undefined {
  try {
    countFields(message);
  } catch (error) {
    return ConnectError.from(error).code;
  }
  return undefined;
}

/** Nests the content in fields with these numbers, the outermost first. */
function within(numbers: readonly number[], content: Uint8Array): Uint8Array {
  return numbers.reduceRight<Uint8Array>(
    (inner, number) => new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(inner).finish(),
    content,
  );
}

const repeated = (bytes: readonly number[], times: number) => Buffer.alloc(bytes.length * times, Buffer.from(bytes));

it('counts the fields of a message, including nested ones', () => {
  const peer = { publicKey: new Uint8Array(32).fill(1), receivedBytes: 1n, sentBytes: 1n, latestHandshake: 1n };
  const value = { measuredAt: { seconds: 1n, nanos: 1 }, peers: [peer, peer], continues: true };
  const message = create(ControlRequestSchema, { message: { case: 'traffic', value } });
  expect(countFields(toBinary(ControlRequestSchema, message))).toBe(15);
});

it('accepts the largest report that an agent sends', () => {
  const peer = {
    publicKey: new Uint8Array(32).fill(255),
    receivedBytes: 2n ** 53n,
    sentBytes: 2n ** 53n,
    latestHandshake: 2n ** 33n,
    endpoint: '[2001:0db8:ffff:ffff:ffff:ffff:ffff:ffff]:65535',
  };
  const value = {
    measuredAt: { seconds: 2n ** 33n, nanos: 999_000_000 },
    peers: Array.from({ length: maxEntriesPerReport }, () => peer),
    continues: true,
  };
  const message = toBinary(ControlRequestSchema, create(ControlRequestSchema, { message: { case: 'traffic', value } }));
  expect(message.length).toBeLessThan(messageLimits.bytes);
  expect(codeOf(message)).toBe(undefined);
});

it.each([
  ['peers of a report', within([4], repeated([0x12, 0], 4_000_000))],
  ['keys of a correction', within([2, 4], repeated([0x22, 0], 4_000_000))],
  ['problems', within([2], repeated([0x1a, 0], 4_000_000))],
  ['packed capabilities', within([1, 7], repeated([1], 4_000_000))],
  ['single capabilities', within([1], repeated([0x38, 1], 4_000_000))],
  ['heartbeats in one message', repeated([0x2a, 0], 4_000_000)],
  ['corrections that overwrite each other', within([2], repeated([0x22, 0], 4_000_000))],
  ['unknown fields', repeated([0x7a, 0], 4_000_000)],
  ['unknown numbers', repeated([0x78, 0], 4_000_000)],
])('rejects a message with millions of %s', (_, message) => {
  expect(codeOf(message)).toBe(Code.ResourceExhausted);
});

it('rejects messages that the decoder would read differently', () => {
  expect(codeOf(Buffer.from([0x20, 0x02, 0x12, 0x00])), 'a message as a number').toBe(Code.InvalidArgument);
  expect(codeOf(Buffer.from([0x22, 0x7f, 0x12, 0x00])), 'longer than the message').toBe(Code.InvalidArgument);
  expect(codeOf(repeated([0x7b], 10_000)), 'groups').toBe(Code.InvalidArgument);
  expect(codeOf(Buffer.from([0x79, 0x00])), 'a number that is cut off').toBe(Code.InvalidArgument);
  expect(codeOf(Buffer.from([0x00])), 'a field without a number').toBe(Code.InvalidArgument);
});
