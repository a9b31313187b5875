import { expect, it } from 'vitest';
import { readCommand } from './read-options.ts';

const defaults = { stateDir: '/var/lib/gatewarden-device', interfaceName: 'gatewarden' };

it('reads each command with its options', () => {
  expect(readCommand(['join', '--url', 'https://enroll.example.com/x', '--token', 'abc'])).toEqual({
    ...{ kind: 'join', url: 'https://enroll.example.com', token: 'abc', ...defaults },
  });
  expect(readCommand(['run', '--state-dir', '/tmp/x', '--interface', 'vpn0'])).toEqual({
    ...{ kind: 'run', stateDir: '/tmp/x', interfaceName: 'vpn0' },
  });
  expect(readCommand(['--help'])).toEqual({ kind: 'help' });
});

it.each([
  [[], 'A command is missing.'],
  [['start'], 'start is not a command.'],
  [['status', 'more'], 'more is not expected.'],
  [['join', '--token', 'abc'], 'join needs --url and --token.'],
  [['join', '--url', 'enroll.example.com', '--token', 'abc'], '--url needs an http or https address.'],
  [['join', '--url', 'file:///etc/passwd', '--token', 'abc'], '--url needs an http or https address.'],
  [['run', '--interface', '../etc'], '--interface needs 1 to 15 characters.'],
  [['run', '--other'], "Unknown option '--other'"],
])('explains what is wrong with %j', (args, message) => {
  expect(() => readCommand(args)).toThrow(message);
});
