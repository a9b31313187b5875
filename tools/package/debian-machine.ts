import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GuideMachine, startGuideMachine } from '../guides/guide-machine.ts';
import { findCommand } from '../install.mjs';
import { buildDebianPackage, version } from './build-packages.mjs';
import { debianFiles } from './debian-files.mjs';
import type { ProgramName } from './programs.mjs';

/** A fresh Debian 12 under systemd, without network, with packages of this checkout in /opt/gatewarden. */
export interface DebianMachine extends GuideMachine {
  /** Installs or upgrades packages; resolves with the output of apt. */
  install(...files: readonly string[]): Promise<string>;
}

/**
 * The time that a machine has to start and to install its packages: it downloads nothing, but a slow one unpacks and
 * configures the packages of a Debian system for minutes.
 */
export const installMilliseconds = 1_200_000;

/** Versions of a package: that of this checkout, and a later one with the same content. */
export const versions = { current: version, next: `${version}+next` };

/** Name of the file of a package in /opt/gatewarden. */
export function packageFile(component: ProgramName, packageVersion: string): string {
  return `/opt/gatewarden/gatewarden-${component}_${packageVersion}_amd64.deb`;
}

/** Builds the versions of the packages and boots a machine that has them. */
export async function startDebianMachine(
  components: readonly ProgramName[],
  packageVersions: readonly string[],
): Promise<DebianMachine> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-packages-'));
  made.defer(() => rm(folder, { recursive: true }));
  const { file: gatewayPackage } = await buildDebianPackage('gateway', folder, { level: 1 });
  for (const component of components) {
    for (const packageVersion of packageVersions) {
      await buildDebianPackage(component, folder, { packageVersion, level: 1, gatewayPackage });
    }
  }
  await copyFile(findCommand('wireguard-go') ?? '', join(folder, 'wireguard-go'));
  const machine = made.use(await startGuideMachine({ files: await debianFiles(), folder }));
  const rest = made.move();
  return {
    run: machine.run,
    install: (...files) => machine.run(`DEBIAN_FRONTEND=noninteractive apt-get install --yes ${files.join(' ')} 2>&1`),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}
