import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { downloadOrigin, endpointOf, installCommand, installWays } from './install-commands.ts';

const offered = {
  version: '0.1.0',
  file: 'gatewarden-gateway_0.1.0_amd64.deb',
  sha256: 'a'.repeat(64),
  installer_sha256: 'b'.repeat(64),
  containerfile_sha256: 'c'.repeat(64),
};
const installation = { origin: 'https://vpn.example.com', token: 'gwj_secret', offered };

describe('installCommand', () => {
  it.each(installWays)('is valid in the shell of Debian: %s', (way) => {
    const { status, stderr } = spawnSync('sh', ['-n', '-c', installCommand(way, installation)], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    ['one_line', offered.installer_sha256],
    ['package', offered.sha256],
    ['container', offered.containerfile_sha256],
  ] as const)('verifies what it downloads from core only: %s', (way, sha256) => {
    const command = installCommand(way, installation);
    expect(command).toContain(sha256);
    expect(command.match(/https?:\/\/[^/']+/g)?.every((origin) => origin === installation.origin)).toBe(true);
  });

  it('is one line, and passes the token to no program as an argument', () => {
    const command = installCommand('one_line', installation);
    expect(command).not.toContain('\n');
    expect(command).toContain('GATEWARDEN_GATEWAY_JOIN=gwj_secret sh -c');
  });
});

describe('downloadOrigin', () => {
  it.each([
    ['https://vpn.example.com', 'https://gateways.example.com:50055', 'https://vpn.example.com'],
    ['http://localhost:8000', 'https://192.0.2.7:50055', 'http://192.0.2.7:8000'],
    ['http://localhost:8000', 'https://localhost:50055', 'http://localhost:8000'],
    ['http://[::1]:8000', 'https://[2001:db8::1]:50055', 'http://[2001:db8::1]:8000'],
  ])('of the page %s and gateways at %s is %s', (page, grpcUrl, origin) => {
    expect(downloadOrigin(page, grpcUrl)).toBe(origin);
  });
});

describe('endpointOf', () => {
  it.each([
    ['https://vpn.example.com', 'vpn.example.com:443', 443],
    ['http://192.0.2.7', '192.0.2.7:80', 80],
    ['http://[2001:db8::1]:8000', '[2001:db8::1]:8000', 8000],
  ])('of %s is %s', (origin, address, port) => {
    expect(endpointOf(origin)).toEqual({ address, port });
  });
});
