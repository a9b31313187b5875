import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { devicesCsv } from './devices-csv.ts';

it('writes one line for each device, with quoted fields where needed', () => {
  const networks = [
    { network_id: 1, wireguard_ips: ['10.1.0.2', 'fd00::2'], is_active: true },
    { network_id: 2, wireguard_ips: ['10.2.0.2'], is_active: false },
  ];
  const device = given.listedDevice({
    name: 'Laptop, "old"',
    networks,
    last_connected_at: '2030-01-31T12:00:00',
    client: 'cli/1.5',
    last_polled_at: '2030-01-31T12:05:00',
  });
  const [head, row, ...rest] = devicesCsv([device], new Map([[1, 'Warsaw']])).split('\r\n');
  expect(head).toMatch(/^name,owner,/);
  expect(row).toBe(
    `"Laptop, ""old""",ada,Ada,Lovelace,"Warsaw: 10.1.0.2 fd00::2; 2: 10.2.0.2",Warsaw,2030-01-31T12:00:00Z,2030-01-01T12:00:00Z,active,${device.wireguard_pubkey},,cli/1.5,2030-01-31T12:05:00Z`,
  );
  expect(rest).toEqual(['']);
});

it('writes no field that a spreadsheet runs as a formula', () => {
  const csv = devicesCsv([given.listedDevice({ name: '=HYPERLINK("x")' })], new Map());
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
});
