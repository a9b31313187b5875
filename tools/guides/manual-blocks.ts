const registry = 'npm or apt install packages from the network; `npm test` on a fresh clone does the same';

/** Blocks that no test runs, by id, with the reason. */
export const manualBlocks: Readonly<Record<string, string>> = {
  'README.md#start': registry,
  'README.md#demo': 'the demo of the whole product; e2e/network has the same gateways and clients',
  'README.md#gateway': registry,
  'README.md#packages': 'tools/package/packages.net.test.ts installs the package of this checkout',
  'administration.md#new-instance-key': 'rotate-key.command.api.test.ts runs the same command of this checkout',
  'administration.md#retain-instance-key': 'rotate-key.command.api.test.ts runs the same command of this checkout',
  'administration.md#rotate-key': 'rotate-key.command.api.test.ts runs the same command of this checkout',
  'backup.md#restored': 'restored.command.api.test.ts runs the same command of this checkout',
  'edge.md#join': 'apps/edge/src/app/core.api.test.ts joins with the token of a real core',
  'first-hour.md#gateway-packages': registry,
  'gateway.md#join': registry,
  'licence.md#inspect': 'licence.commands.api.test.ts runs the same command of this checkout',
  'licence.md#issue': 'licence.commands.api.test.ts runs the same command of this checkout',
  'licence.md#keygen': 'licence.commands.api.test.ts runs the same command of this checkout',
  'updates.md#inspect': 'updates.commands.api.test.ts runs the same command of this checkout',
  'updates.md#keygen': 'updates.commands.api.test.ts runs the same command of this checkout',
  'updates.md#sign': 'updates.commands.api.test.ts runs the same command of this checkout',
  'network-devices.md#device-join': registry,
  'installation.md#install': registry,
  'installing.md#build': 'tools/package/packages.net.test.ts builds and installs the same packages',
  'installing.md#containers':
    'no test has Docker; tools/package/containers.test.ts compares the files with the packages',
  'installing.md#core': 'tools/package/packages.net.test.ts installs the package of this checkout',
  'installing.md#purge': 'tools/package/packages.net.test.ts purges each package',
  'installation.md#upgrade': registry,
  'yubikeys.md#port': 'apps/server/src/features/yubikeys starts core with the port; the address is one of an instance',
  'yubikeys.md#provisioner': 'apps/provisioner/src/main.api.test.ts starts the program with the same options',
};
