/** For whom the keys are; texts that core sent. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface ProvisionedCard {
  /** As printed on the card. */
  readonly serial: string;
  /** OpenPGP public key in ASCII armor. */
  readonly publicKey: string;
  /** One line in the format of OpenSSH. */
  readonly sshKey: string;
  /** New PINs, which exist nowhere else. Undefined if the card has none. */
  readonly pins: { readonly user: string; readonly admin: string } | undefined;
}

/** The card in the reader. Only one call at a time. */
export interface Card {
  /**
   * Deletes the keys of the card, and creates a pair for signatures, for encryption and for SSH.
   * @throws CardError; the card then has no keys that core knows
   */
  provision(person: Person, signal: AbortSignal): Promise<ProvisionedCard>;
}

/** What is wrong with the card or the programs that it needs, as a sentence for the administrator. */
export class CardError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CardError';
  }
}
