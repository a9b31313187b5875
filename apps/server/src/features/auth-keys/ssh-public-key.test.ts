import { DomainError } from '@gatewarden/contract/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newSshKey, sshLine } from '../../../test/given/ssh-keys.ts';
import { fingerprintOfSshKey } from './ssh-public-key.ts';

function refusalOf(text: string): string {
  try {
    return fingerprintOfSshKey(text);
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

const ed25519Point = Buffer.from('jQ1SiquInRVSJta3OM5BDbJlv3hP6pMseRDKEny5k6U', 'base64');
const p256Point = Buffer.from(
  'BHqqb8oEeEL2GuHZ6vtlfQELPOsHbLK9Apo5aGSsi4lgzJqbX1fk3pTs/HARFr7fSI/9p9iLMC2UNZ7i6grjdyI=',
  'base64',
);
const rsa2048 =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDGPR8XGZa2FHxjwXwMaN3MZvlxHxqgOeVyJoYMn6zk4Iq9e4aIG01CtQP00XnPYD7wUDq7BqkSJWmk+FRVz835leHtSmI6/Oh0TX26gw6cvuyyrObcwWeGSgIyzDU0zdhplm0v6BFjCkqGYcalBZwK+J+dHNNotRbEw129cFEypAsh/N6gn18xUHFdybAdBn57MEC54Zzc/s+gY84DLMxllQaUZqBbE0uKS/lH/T74WhPziYrfuW+K+OUy4gL4TxGHtQKhaENCxBrmqSZtfh5GTYrSS+42yG2iQsY9uSbk7FwfLaNj0uE9niI/98/iPAlLoiq5H9oy6o1rJEuRtuOL';
const rsa1024 =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDKo6CxHsIj6NtHuwazwlNIAcgMezZWZk3QjrBqwJH/9iW09VNRFp/gBpkHkXW47FSPI4TFmKV3D7I2QidjfLdPfVnVS2E9WB0FPGCpLkDkAbR89y4msizmsDy2/v/cAr2Bss4s+NX5t578a83U6lcL4mX5fzRwaUH3Dj9LIt8mAw==';
const p384 =
  'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBG/+l7cY1pUmxsotIOuNQiJiGweHOHm/KFUvqHSZVU5xzXbXPJD4PuOdUEIX1Hil5Xf4tNjRbRLUs3hSPWnXUNwospt2zzn4tkM9W1LmYDu8/wAovJ3y1jTD3eCwquKFdQ==';
const p521 =
  'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBABNb1Ipk6+2NsDi6cACC7mBlLujQXFFQyVGfA6mXnZ9u/Irakb+9WnXj2eFFe2RJOx9buzOrrcrJi2JhoQ5spHeSwFeArisYxJslSC7HuK6R3uShZu8OpVEgecu/HVmICgWrAUKDQ5z6Gqg4SbnXtBjX2Nr6EXnxTF9dy4H8+p8WZMA9A==';
const ed25519 = sshLine('ssh-ed25519', ed25519Point);
const p256 = sshLine('ecdsa-sha2-nistp256', 'nistp256', p256Point);

// made by ssh-keygen, fingerprints as `ssh-keygen -l` of OpenSSH 9.2 prints them
it.each([
  ['Ed25519', ed25519, 'SHA256:ucyvm4+WP1uRdma7yLVPG+o+lACkllTYg1BgH77kypI'],
  ['RSA of 2048 bits', rsa2048, 'SHA256:NduvJCGsCUm54blWJE7bRJDUlEFWF7TX4svdQ23qxfk'],
  ['ECDSA on P-256', p256, 'SHA256:jPCiqKkWCn4CRhj8tdSKuVvmtsubsbiKTHrg352/17k'],
  ['ECDSA on P-384', p384, 'SHA256:FJtEfs7AZOcFnV7a+/AvoVaTYDSm7ZCgCJhZu3Xa1g8'],
  ['ECDSA on P-521', p521, 'SHA256:4iTR1m6KQpZbV+7SyKS71iFUlJEZyIT0vylZSVFyxDM'],
  [
    'Ed25519 on a security key',
    sshLine('sk-ssh-ed25519@openssh.com', ed25519Point, 'ssh:'),
    'SHA256:+Ma7kGZFqZVzADBu/GwPGV+PqegLPTHrWOvNyctMomA',
  ],
  [
    'ECDSA on a security key',
    sshLine('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', p256Point, 'ssh:'),
    'SHA256:XRY1qNt/HbrP7CEAGNBb9iU/qskjLJ0XrcMWsnBuM44',
  ],
])('knows a key of the type %s by the fingerprint that OpenSSH shows', (_, line, fingerprint) => {
  expect(fingerprintOfSshKey(line)).toBe(fingerprint);
  expect(fingerprintOfSshKey(`${line.replace(' ', '  ')}  \r\n`)).toBe(fingerprint);
  expect(fingerprintOfSshKey(`\n${line}\tada@laptop, 한국어 "quoted" # no comment\r\n`)).toBe(fingerprint);
});

const certificate =
  'ecdsa-sha2-nistp256-cert-v01@openssh.com AAAAKGVjZHNhLXNoYTItbmlzdHAyNTYtY2VydC12MDFAb3BlbnNzaC5jb20AAAAg69A4nQlDJF5tGRXxe4Du1w1YpvmghxRnNbL4yNgOHrgAAAAIbmlzdHAyNTYAAABBBHqqb8oEeEL2GuHZ6vtlfQELPOsHbLK9Apo5aGSsi4lgzJqbX1fk3pTs ada@laptop';

it('refuses certificates, and keys that are too weak, by name', () => {
  expect(refusalOf(certificate)).toBe('ssh_key_certificate');
  expect(refusalOf(sshLine('sk-ssh-ed25519-cert-v01@openssh.com', 'x'))).toBe('ssh_key_certificate');
  expect(refusalOf(rsa1024)).toBe('ssh_key_weak');
  expect(refusalOf(sshLine('ssh-dss', 'x', 'x', 'x', 'x'))).toBe('ssh_key_weak');
});

const modulus = Buffer.from(rsa2048.split(' ')[1] ?? '', 'base64').subarray(-257);
const exponent = Buffer.of(1, 0, 1);
const offCurve = Buffer.from(p256Point).fill(1, 40, 41);

it.each([
  ['nothing', ''],
  ['a type alone', 'ssh-ed25519'],
  ['two keys', `${ed25519}\n${newSshKey()}`],
  ['options before it', `command="/bin/sh" ${ed25519}`],
  ['a comment of two lines', `${ed25519} ada\r${newSshKey()}`],
  ['a control character in the comment', `${ed25519} ada\u001b[2J`],
  ['another type before it', ed25519.replace('ssh-ed25519', 'ssh-rsa')],
  ['a type that JavaScript knows', `constructor ${ed25519.split(' ')[1]}`],
  ['bits to spare in the base64', p256.replace(/I=$/, 'J=')],
  ['base64 for addresses', p384.replaceAll('/', '_')],
  ['a field too many', sshLine('ssh-ed25519', ed25519Point, 'more')],
  ['a field too few', sshLine('ssh-rsa', exponent)],
  [
    'half a length at the end',
    `ssh-ed25519 ${Buffer.concat([Buffer.from(ed25519.split(' ')[1] ?? '', 'base64'), Buffer.of(0, 0)]).toString('base64')}`,
  ],
  ['a point of another length', sshLine('ssh-ed25519', ed25519Point.subarray(1))],
  ['a point that is on no curve', sshLine('ecdsa-sha2-nistp256', 'nistp256', offCurve)],
  [
    'half a point',
    sshLine('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.of(2), p256Point.subarray(1, 33)])),
  ],
  ['a point of another curve', sshLine('ecdsa-sha2-nistp384', 'nistp256', p256Point)],
  ['a curve that nobody has', sshLine('ecdsa-sha2-nistp256', 'nistp192', p256Point)],
  ['a negative number', sshLine('ssh-rsa', exponent, modulus.subarray(1))],
  ['a number with a byte too many', sshLine('ssh-rsa', Buffer.concat([Buffer.of(0), exponent]), modulus)],
  ['an exponent of one', sshLine('ssh-rsa', Buffer.of(1), modulus)],
  // OpenSSL computes with no longer ones either
  ['an exponent of more than 64 bits', sshLine('ssh-rsa', Buffer.of(1, 0, 0, 0, 0, 0, 0, 0, 1), modulus)],
  ['an even modulus', sshLine('ssh-rsa', exponent, Buffer.concat([modulus.subarray(0, -1), Buffer.of(0)]))],
  ['a modulus beyond what OpenSSH reads', sshLine('ssh-rsa', exponent, Buffer.alloc(2049, 0x7f))],
  ['a security key for nothing', sshLine('sk-ssh-ed25519@openssh.com', ed25519Point, '')],
  ['a security key without what it is for', sshLine('sk-ssh-ed25519@openssh.com', ed25519Point)],
])('takes for no key: %s', (_, text) => {
  expect(refusalOf(text)).toBe('ssh_key_invalid');
});

it('reads any text without failing, and no key with a changed byte as the same key', () => {
  const types = fc.constantFrom('ssh-rsa', 'ssh-ed25519', 'ecdsa-sha2-nistp256', 'sk-ssh-ed25519@openssh.com', '');
  const fields = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 });
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void refusalOf(text)));
  fc.assert(
    fc.property(types, fields, (type, parts) => {
      refusalOf(sshLine(type, ...parts.map((part) => Buffer.from(part))));
    }),
  );
  const blob = Buffer.from(p256.split(' ')[1] ?? '', 'base64');
  fc.assert(
    fc.property(fc.nat(blob.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(blob);
      changed[at] = (changed[at] ?? 0) ^ change;
      expect(refusalOf(`ecdsa-sha2-nistp256 ${changed.toString('base64')}`)).toBe('ssh_key_invalid');
    }),
  );
});

it('accepts the largest RSA key with a comment of 256 characters, and no longer comment or text', () => {
  const number = (bytes: number) => Buffer.concat([Buffer.of(0), Buffer.alloc(bytes, 0xff)]);
  const largest = sshLine('ssh-rsa', Buffer.of(1, 0, 1), number(2048));
  expect(refusalOf(`${largest} ${'c'.repeat(256)}`)).toMatch(/^SHA256:/);
  expect(refusalOf(`${largest} ${'c'.repeat(257)}`)).toBe('ssh_key_invalid');
  expect(refusalOf(largest.replace(' ', ' '.repeat(60_000)))).toBe('ssh_key_invalid');
  expect(refusalOf(`${ed25519} ${' '.repeat(60_000)}c`)).toBe('ssh_key_invalid');
});
