import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../workspace.mjs';
import { programs } from './programs.mjs';

const read = (path: string) => readFileSync(at('containers', path), 'utf8');

describe.each(['core', 'edge', 'gateway'] as const)('the container of %s', (component) => {
  const text = read(`${component}/Containerfile`);

  it('contains the package, and runs its program as an unprivileged user', () => {
    expect(text).toContain(`COPY gatewarden-${component}_*.deb`);
    const [, uid] = /^USER (\d+):\1$/m.exec(text) ?? [];
    expect(Number(uid)).toBeGreaterThan(10_000);
    expect(text).toContain(`--uid ${uid}`);
    const [, program = ''] = /^ENTRYPOINT \["\/usr\/(?:s?bin|lib\/gatewarden-\w+\/bin)\/([\w-]+)"\]$/m.exec(text) ?? [];
    expect(Object.keys(programs[component].launchers)).toContain(program);
  });

  it('uses only a base image with a name that no short-name alias can redirect', () => {
    const images = Array.from(text.matchAll(/^FROM (\S+)/gm), ([, image]) => image);
    expect(new Set(images)).toEqual(new Set(['docker.io/library/debian:bookworm-slim']));
  });
});

it('starts core in compose without capabilities and without default secrets', () => {
  const compose = read('compose.yaml');
  expect(compose).toContain('cap_drop: [ALL]');
  expect(compose).toContain('read_only: true');
  for (const secret of ['GATEWARDEN_SECRET_KEY', 'POSTGRES_PASSWORD']) {
    expect(compose).toMatch(new RegExp(`\\$\\{${secret}:\\?`));
  }
});
