import { encodeJoinToken } from '@gatewarden/contract/join-token';
import { expect, it } from 'vitest';
import { guideBlock } from '../../../../tools/guides/guide-blocks.ts';
import { readCommand } from './read-options.ts';

const token = { core: 'edge.example.com:50055', secret: 'A'.repeat(43), ca: 'ab'.repeat(32) };
const text = encodeJoinToken(token);
const defaults = {
  ...{ kind: 'run', token: undefined, rejoin: false, host: '::', port: 8080, linkHost: '::', linkPort: undefined },
  ...{ trustedProxies: [], tls: undefined, stateDir: '/var/lib/gatewarden-edge', logLevel: 'info' },
};
const run = (changes: object) => ({ kind: 'command', command: { ...defaults, ...changes } });

it.each([
  ['nothing', [], {}, {}],
  ['a token', ['--join', text], {}, { token }],
  ['variables', [], { GATEWARDEN_EDGE_JOIN: text, GATEWARDEN_EDGE_REJOIN: 'yes' }, { token, rejoin: true }],
  ['an option before its variable', ['--port', '0'], { GATEWARDEN_EDGE_PORT: '81' }, { port: 0 }],
  ['proxies', ['--trusted-proxies', 'loopback, 192.0.2.0/24'], {}, { trustedProxies: ['loopback', '192.0.2.0/24'] }],
  [
    'certificate files',
    ['--tls-cert', 'a.pem'],
    { GATEWARDEN_EDGE_TLS_KEY: 'a.key' },
    { tls: { certFile: 'a.pem', keyFile: 'a.key' } },
  ],
  ['where core connects', ['--link-host', '::1', '--link-port', '5'], {}, { linkHost: '::1', linkPort: 5 }],
] as const)('reads %s', (_, args, environment, changes) => {
  expect(readCommand(args, environment)).toEqual(run(changes));
});

it.each([
  ['--join', encodeJoinToken({ ...token, location: 1 }), 'The join token is one for a gateway, not for an edge.'],
  ['--port', '65536', '--port must be a number from 0 to 65535.'],
  [
    '--trusted-proxies',
    'everyone',
    '--trusted-proxies must list addresses, networks, loopback, linklocal or uniquelocal.',
  ],
  ['--tls-cert', 'a.pem', '--tls-cert and --tls-key must be set together.'],
  ['--tls-key', 'a.key', '--tls-cert and --tls-key must be set together.'],
  ['--log-level', 'loud', '--log-level must be one of fatal, error, warn, info, debug, silent.'],
])('refuses %s %s', (option, value, mistake) => {
  expect(readCommand([option, value], {})).toEqual({ kind: 'mistakes', mistakes: [mistake] });
});

it('repeats no token that was passed without its option', () => {
  const mistakes = ['A join token must follow --join.', 'There is no option --bogus; --help lists them.'];
  expect(readCommand([text, '--bogus'], {})).toEqual({ kind: 'mistakes', mistakes });
  expect(readCommand(['--rejoin'], {})).toEqual({
    kind: 'mistakes',
    mistakes: ['--rejoin needs --join with a token.'],
  });
});

it('accepts the settings of the guide for https without a proxy', () => {
  const lines = guideBlock('edge.md#https').trim().split('\n');
  const environment = Object.fromEntries(lines.map((line) => line.split('=', 2)));
  const tls = { certFile: '/etc/gatewarden/tls/fullchain.pem', keyFile: '/etc/gatewarden/tls/privkey.pem' };
  expect(readCommand([], environment)).toEqual(run({ port: 443, tls }));
});
