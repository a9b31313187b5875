import { encodeJoinToken } from '@gatewarden/contract/join-token';
import { parseSubnet } from '@gatewarden/net/subnet';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../platform/own-networks.ts';
import { help } from './help.ts';
import { readCommand } from './read-options.ts';

const token = { core: '127.0.0.1:50055', location: 7, secret: 'S'.repeat(43), ca: 'c'.repeat(64) };
const text = encodeJoinToken(token);

function commandOf(args: string[], environment: Record<string, string> = {}) {
  const read = readCommand(args, environment);
  return read.kind === 'command' ? read.command : read;
}

function mistakesOf(args: string[], environment: Record<string, string> = {}): readonly string[] {
  const read = readCommand(args, environment);
  return read.kind === 'mistakes' ? read.mistakes : [];
}

describe('readCommand', () => {
  it('returns the defaults for an empty command line', () => {
    expect(commandOf([])).toEqual({
      kind: 'run',
      token: undefined,
      rejoin: false,
      name: '',
      interfaceName: undefined,
      stateDir: '/var/lib/gatewarden-gateway',
      limits: defaultLimits,
      userspaceOnly: false,
      keepForwarding: false,
      logLevel: 'info',
    });
  });

  it('reads all options', () => {
    const args = ['--join', text, '--name', ' Seoul ', '--interface=gw0', '--state-dir', '/tmp/x'];
    const limits = ['--min-prefix-ipv4', '12', '--min-prefix-ipv6=48', '--allow-networks', '192.168.1.0/24, fd00::/48'];
    expect(commandOf([...args, ...limits, '--userspace', '--rejoin', '--log-level', 'debug'])).toEqual({
      kind: 'run',
      token,
      rejoin: true,
      name: 'Seoul',
      interfaceName: 'gw0',
      stateDir: '/tmp/x',
      userspaceOnly: true,
      keepForwarding: false,
      limits: { minPrefix: { 4: 12, 6: 48 }, allowed: [parseSubnet('192.168.1.0/24'), parseSubnet('fd00::/48')] },
      logLevel: 'debug',
    });
  });

  it('prefers options to environment variables', () => {
    const environment = {
      GATEWARDEN_GATEWAY_JOIN: text,
      GATEWARDEN_GATEWAY_NAME: 'from environment',
      GATEWARDEN_GATEWAY_USERSPACE: 'true',
      GATEWARDEN_GATEWAY_STATE_DIR: '/srv/gateway',
      GATEWARDEN_GATEWAY_LOG_LEVEL: '',
      UNRELATED: 'x',
    };
    expect(commandOf(['--name', 'typed'], environment)).toMatchObject({
      token,
      name: 'typed',
      userspaceOnly: true,
      keepForwarding: false,
      stateDir: '/srv/gateway',
      logLevel: 'info',
    });
  });

  it('returns the down command, with or without a token in the environment', () => {
    expect(commandOf(['--down', '--state-dir', '/x'], { GATEWARDEN_GATEWAY_JOIN: text })).toEqual({
      kind: 'down',
      stateDir: '/x',
      logLevel: 'info',
    });
  });

  it.each([
    [['--help'], 'help'],
    [['-h'], 'help'],
    [['--version'], 'version'],
  ])('returns only the command for %s', (args, kind) => {
    expect(commandOf(args)).toEqual({ kind });
  });

  it.each<[string[], Record<string, string>, RegExp]>([
    [['--jion'], {}, /There is no option --jion/],
    [[text], {}, /A join token must follow --join/],
    [['-x'], {}, /There is no option -x/],
    [['--__proto__'], {}, /There is no option/],
    [['loose'], {}, /"loose" is not an option/],
    [['--join'], {}, /--join needs a value/],
    [['--userspace=yes'], {}, /--userspace takes no value/],
    [['--join', 'x'], {}, /begins with "gwj_"/],
    [['--join', encodeJoinToken({ ...token, location: undefined })], {}, /not one for a gateway/],
    [['--interface', 'a-name-that-is-too-long'], {}, /--interface must be/],
    [['--interface', 'a/b'], {}, /--interface must be/],
    [['--interface', '--help'], {}, /needs a value|--interface must be/],
    [['--state-dir', ''], {}, /--state-dir must name/],
    [['--name', 'a\nb'], {}, /one line/],
    [['--name', 'x'.repeat(129)], {}, /128 characters/],
    [['--log-level', 'loud'], {}, /--log-level must be one of/],
    [['--min-prefix-ipv4', '0'], {}, /--min-prefix-ipv4 must be a number from 1 to 32/],
    [['--min-prefix-ipv6', '129'], {}, /--min-prefix-ipv6 must be a number from 1 to 128/],
    [['--allow-networks', '192.168.1.0/24,lan'], {}, /--allow-networks must list networks/],
    [['--rejoin'], {}, /--rejoin needs --join/],
    [[], { GATEWARDEN_GATEWAY_USERSPACE: 'maybe' }, /GATEWARDEN_GATEWAY_USERSPACE must be true or false/],
  ])('rejects %j with the environment %j', (args, environment, sentence) => {
    const mistakes = mistakesOf(args, environment);
    expect(mistakes).toEqual([expect.stringMatching(sentence)]);
    expect(mistakes[0]).not.toContain(text);
  });

  it('returns one sentence per mistake', () => {
    expect(mistakesOf(['--nam', 'x', '--userspace=1'])).toHaveLength(3);
    expect(mistakesOf(['--interface', '9', '--log-level', 'x', '--join', 'y'])).toHaveLength(3);
  });

  it('reads only options that the help lists', () => {
    for (const name of [
      'join',
      'name',
      'interface',
      'state-dir',
      'userspace',
      'rejoin',
      'down',
      'log-level',
      'version',
    ]) {
      expect(help).toContain(`--${name} `);
    }
  });
});
