interface Account {
  /** Name of the instance. */
  readonly issuer: string;
  readonly account: string;
  /** Base32. */
  readonly secret: string;
}

/** Content of the QR code for authenticator apps: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUri({ issuer, account, secret }: Account): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
