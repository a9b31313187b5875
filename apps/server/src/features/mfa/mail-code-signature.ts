import type { Signer } from '../../platform/crypto/signer.ts';
import type { Purpose } from './mail-codes.queries.ts';

interface MailedCode {
  readonly userId: number;
  readonly purpose: Purpose;
  /** Unique, so that equal codes have different signatures. */
  readonly mailId: string;
  readonly code: string;
}

const signaturePurpose = 'mail code';

/** Codes are never read back: the stored signature verifies a code and, without the key, reveals nothing. */
export function signMailCode(signer: Signer, mailed: MailedCode): Buffer {
  return signer.sign(signaturePurpose, signedText(mailed));
}

export function isMailCode(signer: Signer, typed: MailedCode, signature: Buffer): boolean {
  return signer.verify(signaturePurpose, signedText(typed), signature);
}

function signedText({ userId, purpose, mailId, code }: MailedCode): Buffer {
  return Buffer.from(JSON.stringify([userId, purpose, mailId, code]));
}
