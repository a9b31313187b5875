import { expect, it } from 'vitest';
import { readCommand } from './read-options.ts';

const connection = ['--grpc', 'https://vpn.example.com:50056', '--ca-file', 'ca.pem'];

it('has the host name as its name, and the token from the environment', () => {
  const read = readCommand(connection, { PROVISIONER_TOKEN: 'eyJ' }, 'desk-1');
  expect(read).toMatchObject({
    kind: 'run',
    options: { id: 'desk-1', url: 'https://vpn.example.com:50056', caFile: 'ca.pem', card: 'openpgp', retries: 1 },
  });
  expect(read.kind === 'run' && read.options.token.reveal()).toBe('eyJ');
});

it('names each mistake in a sentence', () => {
  const read = readCommand(['--grpc', 'http://core', '--card', 'paper', '--card-retries', 'many'], {}, 'desk-1');
  expect(read).toEqual({
    kind: 'mistakes',
    mistakes: [
      '--grpc must be the https address of core, such as https://vpn.example.com:50056.',
      'The environment variable PROVISIONER_TOKEN must have the token that the console shows.',
      '--card must be openpgp or software.',
      '--card-retries must be a number from 0 to 100.',
    ],
  });
  expect(readCommand(['--token', 'eyJ'], {}, 'desk-1')).toMatchObject({ kind: 'mistakes' });
});
