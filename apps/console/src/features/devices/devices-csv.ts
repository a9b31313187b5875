import type { ListedDevice } from '@gatewarden/contract/traffic';
import { csvRecord } from '@gatewarden/net/csv-record';
import type { LocationNames } from './components/device-cells.tsx';

const columns = [
  'name',
  'owner',
  'first_name',
  'last_name',
  'addresses',
  'connected_to',
  'last_connected_at',
  'added_at',
  'state',
  'public_key',
  'description',
  'client',
  'last_polled_at',
] as const;

/** The devices as a CSV file for spreadsheets (RFC 4180); times are UTC. */
export function devicesCsv(devices: readonly ListedDevice[], names: LocationNames): string {
  return [columns, ...devices.map((device) => rowOf(device, names))].map(csvRecord).join('');
}

function rowOf(device: ListedDevice, names: LocationNames): string[] {
  const nameOf = (id: number) => names.get(id) ?? String(id);
  const { networks, last_connected_at: seen, stopped_at, suspended_at, is_user_active } = device;
  const places = networks.map(({ network_id: id, wireguard_ips: ips }) => `${nameOf(id)}: ${ips.join(' ')}`);
  const active = networks.filter(({ is_active }) => is_active).map(({ network_id: id }) => nameOf(id));
  const isOff = stopped_at !== null || suspended_at !== null;
  return [
    device.name,
    device.username,
    device.first_name,
    device.last_name,
    places.join('; '),
    active.join('; '),
    seen === null ? '' : `${seen}Z`,
    `${device.created}Z`,
    isOff ? 'turned off' : is_user_active ? 'active' : 'owner disabled',
    device.wireguard_pubkey,
    device.description ?? '',
    device.client ?? '',
    device.last_polled_at === null ? '' : `${device.last_polled_at}Z`,
  ];
}
