import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A key for signatures: 256 random bits, as Standard Webhooks writes them. */
export function generateSigningSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

interface Message {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** The headers of Standard Webhooks 1.0.0; a signature for each key, so that receivers can replace theirs in time. */
export function signMessage({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = `${Math.floor(at.getTime() / 1_000)}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
