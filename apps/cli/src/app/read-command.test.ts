import { describe, expect, it } from 'vitest';
import { readCommand } from './read-command.ts';

const token = 'aB3'.repeat(10);

function commandOf(args: string[], environment: Record<string, string> = {}) {
  const read = readCommand(args, environment);
  return read.kind === 'command' ? read.command : read;
}

function mistakesOf(args: string[], environment: Record<string, string> = {}): string {
  const read = readCommand(args, environment);
  return read.kind === 'mistakes' ? read.mistakes.join(' ') : '';
}

describe('readCommand', () => {
  it('reads a join with defaults; the path of the address is not used', () => {
    expect(commandOf(['join', '--url', 'https://enroll.example.com/x/', '--token', token])).toMatchObject({
      ...{ kind: 'join', url: 'https://enroll.example.com', interfaceName: 'gatewarden', userspaceOnly: false },
      stateDir: '/var/lib/gatewarden-device',
    });
  });

  it('reads the token and the address from the environment', () => {
    const environment = { GATEWARDEN_CLI_TOKEN: token, GATEWARDEN_CLI_URL: 'https://a.example.com' };
    expect(commandOf(['join', '--url', 'https://b.example.com'], environment)).toMatchObject({
      kind: 'join',
      url: 'https://b.example.com',
    });
  });

  it('requires TLS, except on the machine itself or if it is allowed explicitly', () => {
    const join = (url: string, ...more: string[]) => mistakesOf(['join', '--url', url, '--token', token, ...more]);
    expect(join('http://vpn.example.com:8080')).toContain('has no TLS');
    expect(join('http://vpn.example.com:8080', '--allow-http')).toBe('');
    expect(join('http://127.0.0.1:8080')).toBe('');
  });

  it.each(['run', 'leave'])('reads %s', (kind) => {
    expect(commandOf([kind, '--state-dir', '/s'])).toEqual({ kind, stateDir: '/s' });
    expect(mistakesOf([kind, '--token', token])).toBe('--token belongs to login and join.');
  });

  it('reads the state of both kinds of devices, each in its folder', () => {
    expect(commandOf(['status'])).toEqual({
      ...{ kind: 'status', json: false },
      ...{ deviceDir: '/var/lib/gatewarden-device', clientDir: '/var/lib/gatewarden-client' },
    });
    expect(commandOf(['status', '--json', '--state-dir', '/s'])).toEqual({
      ...{ kind: 'status', json: true, deviceDir: '/s', clientDir: '/s' },
    });
  });

  it('reads a login with a link, with its parts, and without them', () => {
    const link = `defguard://addinstance?token=${token}&url=https%3A%2F%2Fenroll.example.com%2F`;
    const login = { kind: 'login', stateDir: '/var/lib/gatewarden-client', json: false, allowHttp: false };
    const read = commandOf(['login', link], { GATEWARDEN_CLI_TOKEN: 'other', GATEWARDEN_CLI_URL: 'https://b.example' });
    expect(read).toMatchObject({ ...login, link: { url: { host: 'enroll.example.com' } }, token: undefined });
    expect(commandOf(['login', '--url', 'https://enroll.example.com', '--name', ' work '])).toMatchObject({
      ...{ ...login, link: undefined, url: { host: 'enroll.example.com' }, token: undefined, name: 'work' },
    });
    expect(commandOf(['login', '-'])).toMatchObject({ ...login, link: undefined, url: undefined });
  });

  it('reads up and down with a location', () => {
    expect(commandOf(['up', 'Seoul office', '--code', '123 456', '--method', 'app'])).toMatchObject({
      ...{ kind: 'up', location: 'Seoul office', method: 'app', interfaceName: undefined, userspaceOnly: false },
    });
    expect(commandOf(['down', '--instance', 'Acme'])).toEqual({
      ...{ kind: 'down', location: undefined, instance: 'Acme', stateDir: '/var/lib/gatewarden-client' },
    });
  });

  it.each<[string, string[]]>([
    ['The link is not valid', ['login', 'x']],
    ['Give either a link, or --url and --token', ['login', `https://a.example.com/?token=${token}`, '--token', token]],
    ['--url is missing', ['login', '--token', token]],
    ['--name must have', ['login', '--name', 'a\nb']],
    ['--method must be app, email or browser', ['up', '--method', 'sms']],
    ['--code must have letters and digits', ['up', '--code', '12-3']],
    ['--code belongs to up', ['down', '--code', '1']],
    ['--json belongs to login and status', ['up', '--json']],
    ['Name a shell', ['completion']],
    ['Name a shell', ['completion', 'cmd']],
    ['Only one command', ['up', 'a', 'b']],
    ['The first argument must be a command', ['start']],
    ['There is no option --tokn', ['join', '--tokn', 'x']],
    ['--url is missing', ['join', '--token', token]],
    ['--url must be an address', ['join', '--token', token, '--url', 'ftp://a.example.com']],
    ['--url must be an address', ['join', '--token', token, '--url', 'https://a:b@a.example.com']],
    ['--token must have letters', ['join', '--token', 'a b', '--url', 'https://a.example.com']],
    ['--interface must be', ['join', '--token', token, '--url', 'https://a.example.com', '--interface', '../x']],
    ['--userspace takes no value', ['join', '--userspace=1']],
    ['Only one command', ['join', token]],
  ])('explains: %s', (mistake, args) => {
    expect(mistakesOf(args)).toContain(mistake);
    expect(mistakesOf(args)).not.toContain(token);
  });

  it('shows help without arguments', () => {
    expect(commandOf([])).toEqual({ kind: 'help' });
    expect(commandOf(['join', '--help'])).toEqual({ kind: 'help', command: 'join' });
    expect(commandOf(['--version'])).toEqual({ kind: 'version' });
  });
});
