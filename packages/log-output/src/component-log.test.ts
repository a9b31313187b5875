import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from './component-log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatewarden-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function given(isTTY: boolean) {
  const path = join(folder, 'log');
  const log = createLog('info', { isTTY, fd: openSync(path, 'w') });
  return { log, written: () => readFileSync(path, 'utf8') };
}

describe('createLog', () => {
  it('writes JSON if the output is not a terminal', () => {
    const { log, written } = given(false);
    log.info({ version: '7' }, 'state applied');
    expect(JSON.parse(written())).toMatchObject({ level: 30, version: '7', msg: 'state applied' });
  });

  it('writes readable lines to a terminal, with the levels of warnings and errors', () => {
    const { log, written } = given(true);
    log.info('stopped');
    log.info({ interface: 'gw7', adopted: true }, 'interface created');
    log.error({ err: new Error('no space left') }, 'the state could not be saved');
    const time = '\\d\\d:\\d\\d:\\d\\d';
    expect(written()).toMatch(
      new RegExp(
        `^${time} stopped\n${time} interface created \\(interface=gw7, adopted=true\\)\n` +
          `${time} error: the state could not be saved \\(error=no space left\\)\n$`,
      ),
    );
  });

  it.each([true, false])('redacts fields with the name of a secret, terminal: %s', (isTTY) => {
    const { log, written } = given(isTTY);
    log.warn({ credential: 'gwg_x', identity: { credential: 'gwg_x' }, privateKey: 'gwg_x' }, 'odd');
    expect(written()).not.toContain('gwg_x');
  });
});
