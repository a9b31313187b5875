import type { StoredClient } from '../../state-folder/stored-client.ts';

/** Without secrets. */
export function printLogin(
  client: StoredClient,
  { print, json }: { readonly print: (line: string) => void; readonly json: boolean },
): void {
  for (const line of json ? [toJson(client)] : describe(client)) print(line);
}

function toJson({ instanceId, instanceName, url, username, deviceName, locations }: StoredClient): string {
  return JSON.stringify({
    instance: { id: instanceId, name: instanceName, url },
    ...{ username, device: deviceName },
    locations: locations.map(({ id, factor, tunnel }) => ({ id, name: tunnel.locationName, two_factor: factor })),
  });
}

function describe({ instanceName, username, deviceName, locations }: StoredClient): string[] {
  const device = `This machine is the device ${deviceName} of ${username} in ${instanceName}.`;
  if (locations.length === 0) return [device, 'It has no location yet; ask an administrator.'];
  const rows = locations.map(({ id, factor, tunnel }) => {
    const suffix = factor === 'none' ? '' : ' (two-factor authentication)';
    return `  ${String(id).padEnd(4)} ${tunnel.locationName}${suffix}`;
  });
  return [device, 'Locations:', ...rows, 'Connect with "gatewarden up <location>".'];
}
