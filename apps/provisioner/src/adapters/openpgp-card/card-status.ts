import { CardError } from '../../ports/card.ts';

export interface CardStatus {
  readonly serial: string;
  /** Of the OpenPGP application, such as 3.4. */
  readonly version: number;
}

/**
 * Reads `gpg --card-status --with-colons` (GnuPG's `doc/DETAILS`).
 * @throws CardError if it is not one of an OpenPGP card
 */
export function readCardStatus(text: string): CardStatus {
  const field = (name: string) => new RegExp(`^${name}:([^:\\n]*):`, 'm').exec(text)?.[1] ?? '';
  const serial = field('serial');
  const version = /^(\d\d)(\d\d)$/.exec(field('version'));
  if (serial === '' || !version) throw new CardError('The card in the reader has no OpenPGP application.');
  // YubiKeys print it without leading zeros
  return { serial: serial.replace(/^0+(?=\d)/, ''), version: Number(`${Number(version[1])}.${Number(version[2])}`) };
}
