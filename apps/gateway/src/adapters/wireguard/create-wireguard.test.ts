import { tmpdir } from 'node:os';
import { CommandError, type RunCommand } from '@gatewarden/tunnel/run-command';
import { describe, expect, it } from 'vitest';
import { createWireguard } from './create-wireguard.ts';

/** A machine whose programs fail with the given line on standard error; `undefined` is success. */
function machine(answer: (command: string) => string | undefined) {
  const commands: string[] = [];
  const run: RunCommand = async (program, args) => {
    const command = [program, ...args].join(' ');
    commands.push(command);
    const errorLine = command.includes('link show') ? 'Device "gw1" does not exist.' : answer(command);
    if (errorLine === undefined) return '[]';
    throw new CommandError({ program, missing: errorLine === 'missing', errorLine });
  };
  const open = (userspaceOnly = false) =>
    createWireguard({ run, name: 'gw1', mark: 'the mark', userspaceOnly, secretFolder: tmpdir() }).open();
  return { commands, open };
}

describe('open', () => {
  it("uses the kernel's WireGuard if available, and marks the interface", async () => {
    const { open, commands } = machine(() => undefined);
    expect(await open()).toEqual({ backend: 'kernel', adopted: false });
    expect(commands.slice(1)).toEqual([
      'ip link add dev gw1 type wireguard',
      'ip link set dev gw1 alias the mark',
      'ip link set dev gw1 up',
    ]);
  });

  it.each(['Error: Unknown device type.', 'RTNETLINK answers: Operation not supported'])(
    'uses wireguard-go if the kernel reports "%s"',
    async (errorLine) => {
      const { open, commands } = machine((command) => (command.includes('type wireguard') ? errorLine : undefined));
      expect(await open()).toEqual({ backend: 'userspace', adopted: false });
      expect(commands).toContain('wireguard-go gw1');
    },
  );

  it('does not try the kernel with userspaceOnly', async () => {
    const { open, commands } = machine(() => undefined);
    expect(await open(true)).toMatchObject({ backend: 'userspace' });
    expect(commands).not.toContain('ip link add dev gw1 type wireguard');
  });

  it('deletes an interface that it cannot mark', async () => {
    const { open, commands } = machine((command) => (command.includes('alias') ? 'no' : undefined));
    await expect(open()).rejects.toThrow('ip failed: no.');
    expect(commands.at(-1)).toBe('ip link delete dev gw1');
  });

  it.each([
    ['RTNETLINK answers: Operation not permitted', 'run the gateway as root or with CAP_NET_ADMIN'],
    ['missing', 'The program ip is not installed; install iproute2.'],
    ['', 'ip failed: it printed no error.'],
  ])('explains the error "%s"', async (errorLine, sentence) => {
    await expect(machine(() => errorLine).open()).rejects.toThrow(sentence);
  });

  it('tells the user to install wireguard-go if neither is available', async () => {
    const { open } = machine((command) => (command.startsWith('wireguard-go') ? 'missing' : 'Unknown device type'));
    await expect(open()).rejects.toThrow('install the package wireguard-go');
  });
});
