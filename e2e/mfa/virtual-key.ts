import type { Page } from '@playwright/test';

export interface VirtualKey {
  /** Whether user verification succeeds. */
  setUserVerified(isVerified: boolean): Promise<void>;
  /** Whether the key responds as soon as a page requests it; otherwise it does not respond. */
  setPresent(isPresent: boolean): Promise<void>;
}

interface Traits {
  /** Whether its credential is discoverable and verifies the user. */
  readonly isPasskey: boolean;
}

/** Adds a virtual authenticator of the browser. */
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
