import type { StoredDevice } from '../state-folder/state-folder.ts';

/** @param unreachable networks that are not routed through the tunnel, with the reasons */
export function printJoined(
  print: (line: string) => void,
  { deviceName, interfaceName, tunnel }: Pick<StoredDevice, 'deviceName' | 'interfaceName' | 'tunnel'>,
  unreachable: readonly string[],
): void {
  print(`This machine is the device ${deviceName} in the location ${tunnel.locationName}.`);
  for (const reason of unreachable) print(`Not routed through the tunnel: ${reason}.`);
  print(`The interface ${interfaceName} is up: ${tunnel.addresses.join(', ')}.`);
  print('Run "gatewarden run" as a service, so that changes in the console take effect here.');
}
