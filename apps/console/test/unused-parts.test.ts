import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import config from '../vite.config.ts';

interface PartsPlugin {
  readonly name: string;
  transform(this: { error: (message: string) => void }, code: string, id: string): void;
}

/** The message with which the build refuses a module of the console; undefined if it accepts it. */
async function refusalOf(code: string): Promise<string | undefined> {
  const root = await mkdtemp(join(tmpdir(), 'unused-parts-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, 'apps/console/src');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'screen.tsx');
  await writeFile(file, code);
  const plugin = (config.plugins as unknown as PartsPlugin[]).find(({ name }) => name === 'without-unused-parts');
  const error = vi.fn<(message: string) => void>();
  plugin?.transform.call({ error }, code, file);
  return error.mock.calls[0]?.[0];
}

it.each([
  '<Menu.Sub position="right">',
  'const Part = Menu.Sub;',
  'lazyPart(Tooltip.Floating)',
  '{ as: Button.Group }',
])('refuses a part that the build leaves out: %s', async (code) => {
  expect(await refusalOf(code)).toMatch(/is left out of the build: remove it from unusedParts/);
});

it.each(['<Menu.Item />', 'MyMenu.Sub', 'Menu.Subject', 'props.Menu.Sub'])('accepts other names: %s', async (code) => {
  expect(await refusalOf(code)).toBeUndefined();
});
