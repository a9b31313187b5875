import type { Page } from '@playwright/test';

export interface VirtualKey {
  /** Whether whoever holds it proves to be its owner. */
  setUserVerified(isVerified: boolean): Promise<void>;
  /** Whether it is used as soon as a page asks; else nobody touches it. */
  setPresent(isPresent: boolean): Promise<void>;
}

interface Traits {
  /** Whether it signs in alone. */
  readonly isPasskey: boolean;
}

/** A key as the browser's own test authenticator. */
export async function addVirtualKey(page: Page, { isPasskey }: Traits): Promise<VirtualKey> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: isPasskey ? 'internal' : 'usb',
      hasResidentKey: isPasskey,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setUserVerified: async (isUserVerified) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    setPresent: async (enabled) => {
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
