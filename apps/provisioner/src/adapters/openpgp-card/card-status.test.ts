import { expect, it } from 'vitest';
import { readCardStatus } from './card-status.ts';

/** In the format of GnuPG's doc/DETAILS. */
const status = (version: string) =>
  `Reader:Yubico YubiKey OTP FIDO CCID 00 00:AID:D2760001240100000006123456780000:openpgp-card:\nversion:${version}:\nvendor:0006:Yubico:\nserial:12345678:\nname:::\n`;

it('reads the serial number and the version of the application', () => {
  expect(readCardStatus(status('0304'))).toEqual({ serial: '12345678', version: 3.4 });
  expect(readCardStatus(status('0201'))).toEqual({ serial: '12345678', version: 2.1 });
  expect(readCardStatus(status('0304').replace('12345678:\n', '00012345:\n'))).toMatchObject({ serial: '12345' });
});

it('refuses a card without the application', () => {
  expect(() => readCardStatus('Reader:Generic:AID::unknown:\n')).toThrow('no OpenPGP application');
});
