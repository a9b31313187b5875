/** The kinds under which the secrets of a webhook are stored. */
export const webhookSecretKinds = {
  token: 'webhook-token',
  signingKey: 'webhook-signing-key',
  /** The signing key before the last rotation. */
  formerKey: 'webhook-former-key',
} as const;
