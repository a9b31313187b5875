import type { Secret } from '../platform/crypto/secret.ts';

/** A mail server that takes our mail and passes it on. */
export interface MailServer {
  /** Name or address, without the port. Over TLS its certificate must be valid for it. */
  readonly host: string;
  readonly port: number;
  /** `StartTls` and `ImplicitTls` never fall back to a connection in clear. */
  readonly encryption: 'None' | 'StartTls' | 'ImplicitTls';
  /** Absent: the server takes mail without authentication. */
  readonly credentials?: { readonly user: string; readonly password: Secret };
}

export interface Mail {
  /**
   * Becomes the Message-ID. The same mail sent twice has the same, so that those who receive both can tell.
   * Letters, digits and hyphens.
   */
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same contents as `text`. */
  readonly html: string;
}

export interface Mailer {
  /**
   * Hands the mail to the server and resolves once the server has taken responsibility for it; that is not delivery.
   * A mail whose sending failed may have been taken all the same when only the server's last answer was lost.
   * @throws MailFailure, at the latest a minute after the call
   */
  send(server: MailServer, mail: Mail): Promise<void>;
}

/** A mail that the server did not take. `message` is for administrators: the server's own words, one line, no secrets. */
export class MailFailure extends Error {
  /** Whether the server has refused this mail for good, so that sending it again is pointless. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal }: { readonly isFinal: boolean }) {
    super(message);
    this.name = 'MailFailure';
    this.isFinal = isFinal;
  }
}
