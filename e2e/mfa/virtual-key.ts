import type { Page } from '@playwright/test';

export interface VirtualKey {
  /** Whether whoever holds it proves to be its owner. */
  setOwnerIsThere(isThere: boolean): Promise<void>;
}

/** A passkey of this device, as the browser's own test authenticator. */
export async function addVirtualKey(page: Page): Promise<VirtualKey> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setOwnerIsThere: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
