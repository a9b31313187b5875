const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 32 letters and digits, 190 random bits. */
export function randomToken(): string {
  let token = '';
  while (token.length < 32) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // all characters with the same probability
    if (byte < 4 * characters.length) token += characters[byte % characters.length];
  }
  return token;
}
