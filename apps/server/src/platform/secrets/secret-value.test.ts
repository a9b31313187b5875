import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createInstanceKeyWrap } from './instance-key-wrap.ts';
import { decodeSecret, encodeSecret } from './secret-value.ts';

const dataKey = { id: 258, key: randomBytes(32) };
const name = { kind: 'totp', owner: 7 };

it('decrypts what it encrypted, whatever the text', () => {
  for (const text of ['', 'secret', '비밀 🔑', 'x'.repeat(100_000)]) {
    expect(decodeSecret(dataKey, name, encodeSecret(dataKey, name, text))).toBe(text);
  }
});

it('starts with the format and the id of the data key, and contains neither the text nor the key', () => {
  const values = Array.from({ length: 50 }, () => encodeSecret(dataKey, name, 'secret'));
  expect(new Set(values.map((value) => value.toString('hex'))).size).toBe(50);
  for (const value of values) {
    expect([...value.subarray(0, 5)]).toEqual([1, 0, 0, 1, 2]);
    expect([value.includes('secret'), value.includes(dataKey.key)]).toEqual([false, false]);
  }
});

it('rejects a value that was altered, truncated, moved to another name or encrypted with another key', () => {
  const value = encodeSecret(dataKey, name, 'secret');
  for (let index = 0; index < value.length; index += 1) {
    const altered = Buffer.from(value);
    altered[index] = (altered[index] ?? 0) ^ 1;
    expect(() => decodeSecret(dataKey, name, altered)).toThrow();
  }
  for (let length = 0; length < value.length; length += 1) {
    expect(() => decodeSecret(dataKey, name, value.subarray(0, length))).toThrow();
  }
  for (const other of [
    { ...name, owner: 8 },
    { ...name, kind: 'totp-offer' },
  ]) {
    expect(() => decodeSecret(dataKey, other, value)).toThrow();
  }
  expect(() => decodeSecret({ ...dataKey, key: randomBytes(32) }, name, value)).toThrow();
});

it('unwraps a data key only with the same instance key and id', () => {
  const instanceKey = randomBytes(32);
  const [keys, other] = [createInstanceKeyWrap(instanceKey), createInstanceKeyWrap(randomBytes(32))];
  const wrapped = keys.wrap(dataKey);
  expect(createInstanceKeyWrap(instanceKey).unwrap(dataKey.id, wrapped)).toEqual(dataKey);
  expect(() => keys.unwrap(259, wrapped)).toThrow();
  expect(() => other.unwrap(dataKey.id, wrapped)).toThrow();
  expect([keys.instanceKeyId.length, keys.instanceKeyId.equals(other.instanceKeyId)]).toEqual([16, false]);
  for (const bytes of [wrapped, keys.instanceKeyId]) {
    expect([bytes.includes(dataKey.key), bytes.includes(instanceKey)]).toEqual([false, false]);
  }
});
