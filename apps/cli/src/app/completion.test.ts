import { createRunCommand } from '@gatewarden/tunnel/run-command';
import { describe, expect, it } from 'vitest';
import { commandNames } from './command-table.ts';
import { completionScript } from './completion.ts';
import { helpText } from './help.ts';

const run = createRunCommand('/usr/bin:/bin');

/** What bash offers for the last of the words. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `${completionScript('bash')}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_gatewarden
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = await run('bash', ['--norc', '-c', script, 'bash', 'gatewarden', ...words]);
  return printed.split('\n').filter(Boolean);
}

describe('completionScript', () => {
  it('completes commands, options and values in bash', async () => {
    expect(await offered('lo')).toEqual(['login', 'logout']);
    expect(await offered('up', '--in')).toEqual(['--instance', '--interface']);
    expect(await offered('up', '--method', '')).toEqual(['app', 'email', 'browser']);
    expect(await offered('up', '--code', '')).toEqual([]);
    expect(await offered('completion', 'f')).toEqual(['fish']);
    expect(await offered('down', '--')).not.toContain('--code');
  });

  it.each(['zsh', 'fish'] as const)('names all commands in %s, and has balanced quotes', (shell) => {
    const script = completionScript(shell);
    for (const name of commandNames) expect(script).toContain(name);
    for (const line of script.split('\n')) expect((line.match(/'/g) ?? []).length % 2).toBe(0);
  });
});

describe('helpText', () => {
  it('describes each command, and the options of one', () => {
    for (const name of commandNames) expect(helpText(undefined)).toContain(`  ${name}`);
    expect(helpText('up')).toContain('--code <code>');
    expect(helpText('down')).not.toContain('--code <code>');
    expect(helpText('status')).toContain('Usage: gatewarden status [options]');
  });

  it('fits a terminal of 132 columns', () => {
    const lines = [undefined, ...commandNames].flatMap((name) => helpText(name).split('\n'));
    expect(lines.filter((line) => line.length > 132)).toEqual([]);
  });
});
