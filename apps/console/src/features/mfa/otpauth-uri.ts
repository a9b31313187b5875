interface Account {
  /** Who asks for the codes: the instance's name. */
  readonly issuer: string;
  readonly account: string;
  /** Base32. */
  readonly secret: string;
}

/** What an authenticator app reads from the QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUri({ issuer, account, secret }: Account): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
