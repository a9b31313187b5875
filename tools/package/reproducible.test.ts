import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../builds.mjs';
import { capture } from '../run.mjs';
import { at, root } from '../workspace.mjs';
import { buildDebianPackage } from './build-packages.mjs';
import { buildsOfPrograms } from './programs.mjs';
import { billOfMaterials } from './sbom.mjs';
import { archiveUnits, unitsOf } from './units.mjs';

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

function givenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatewarden-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

beforeAll(() => ensureBuilt(...buildsOfPrograms), 600_000);

it('bundles a component to the same bytes in another folder, without the path of the repository', async () => {
  const folder = givenFolder();
  const { code } = await capture('node', ['tools/bundle-component.mjs', 'gateway', folder]);
  expect(code).toBe(0);
  expect(sha256(join(folder, 'main.js'))).toBe(sha256(at('apps/gateway/dist/main.js')));
  expect(readFileSync(join(folder, 'main.js'), 'utf8')).not.toContain(root);
});

it('builds a package to the same bytes in two folders', async () => {
  const [first, second] = [givenFolder(), givenFolder()];
  const built = await buildDebianPackage('gateway', first, { level: 1 });
  const again = await buildDebianPackage('gateway', second, { level: 1 });
  expect(sha256(again.file)).toBe(sha256(built.file));
});

it('lists Node and the bundled packages with their checksums, and nothing of the development', () => {
  const bill = JSON.parse(billOfMaterials('gateway', '1.2.3', 1_700_000_000));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(bill.metadata.timestamp).toBe('2023-11-14T22:13:20.000Z');
  const names = bill.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['node', 'zod', 'connect']));
  expect(names).not.toContain('vitest');
  const zod = bill.components.find(({ name }: { name: string }) => name === 'zod');
  expect(zod.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  expect(billOfMaterials('gateway', '1.2.3', 1_700_000_000)).toBe(billOfMaterials('gateway', '1.2.3', 1_700_000_000));
});

it.each(['gatewarden-core', 'gatewarden-gateway', 'gatewarden-edge', 'gatewarden-cli'])(
  'makes the units of %s from those of the guides, with paths of the package only',
  (name) => {
    const units = Object.values(unitsOf(name));
    expect(units.length).toBeGreaterThan(0);
    for (const unit of units) {
      expect(unit).toContain(`Documentation=file:///usr/share/doc/${name}/`);
      expect(unit).not.toContain('/opt/');
      expect(unit).toContain('NoNewPrivileges=yes');
    }
  },
);

it('makes the units of the archive run its programs', () => {
  for (const unit of Object.values(archiveUnits())) {
    expect(unit).toMatch(/^ExecStart=\/opt\/gatewarden\/bin\/gatewarden[a-z-]*( run| up)?$/m);
  }
});
