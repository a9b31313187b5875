import type { Secret } from '@gatewarden/process/secret';

/** A mail server that accepts our mail and forwards it. */
export interface MailServer {
  /** Host name or address, without the port. With TLS, the certificate must be valid for it. */
  readonly host: string;
  readonly port: number;
  /** `StartTls` and `ImplicitTls` never fall back to an unencrypted connection. */
  readonly encryption: 'None' | 'StartTls' | 'ImplicitTls';
  /** Absent if the server accepts mail without authentication. */
  readonly credentials?: { readonly user: string; readonly password: Secret };
}

export interface Mail {
  /**
   * Used for the Message-ID. A mail that is sent twice has the same id, so that recipients can detect duplicates.
   * Letters, digits and hyphens.
   */
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same content as `text`. */
  readonly html: string;
  readonly attachments?: readonly Attachment[];
}

export interface Attachment {
  /** File name of letters, digits, hyphens and dots. */
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mailer {
  /**
   * Sends the mail to the server and resolves when the server has accepted it, which does not mean that it is
   * delivered. A mail that failed may still have been accepted if only the last answer of the server was lost.
   * @throws MailFailure, at the latest a minute after the call
   */
  send(server: MailServer, mail: Mail): Promise<void>;
}

/**
 * A mail that the server did not accept. `message` is for administrators: the words of the server, one line, no
 * secrets.
 */
export class MailFailure extends Error {
  /** Whether the server has rejected this mail permanently, so that a retry is pointless. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal }: { readonly isFinal: boolean }) {
    super(message);
    this.name = 'MailFailure';
    this.isFinal = isFinal;
  }
}
