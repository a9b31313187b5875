import type { Assertion, CreationOptions, Registration, RequestOptions } from '@gatewarden/contract/security-keys';

/**
 * Why the browser came back without a key.
 * - `cancelled`: the person, or the time they had.
 * - `known`: this key was added before.
 * - `address`: keys are bound to the instance's address, and this page has another.
 * - `unsupported`: the browser has no keys, or has none for pages without https.
 */
type KeyFault = 'cancelled' | 'known' | 'address' | 'unsupported' | 'failed';

/** A key that was not made or did not sign; the server was not asked. */
export class KeyError extends Error {
  readonly fault: KeyFault;

  constructor(fault: KeyFault, cause?: unknown) {
    super(`no key: ${fault}`, { cause });
    this.name = 'KeyError';
    this.fault = fault;
  }
}

/** Has a new key made. @throws KeyError */
export async function createKey({ publicKey }: CreationOptions): Promise<Registration> {
  const { startRegistration } = await loadWebauthn();
  return startRegistration({ optionsJSON: publicKey }).catch(throwKeyError);
}

/** Has one of the keys sign that are asked for. @throws KeyError */
export async function signWithKey({ publicKey }: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await loadWebauthn();
  return startAuthentication({ optionsJSON: publicKey }).catch(throwKeyError);
}

/** Whether the browser lists passkeys at a field of its own accord. */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  if (!supportsSecurityKeys() || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

let pendingOffer: AbortController | undefined;

/**
 * Has the browser list the passkeys at the field for the user name, and waits until one is picked; whatever else is
 * asked of keys meanwhile ends it. Without the library, which few who see the page need. @throws KeyError
 */
export async function offerPasskeys({ publicKey }: RequestOptions): Promise<Assertion> {
  stopOffering();
  pendingOffer = new AbortController();
  const { signal } = pendingOffer;
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey);
  const picked = await navigator.credentials
    .get({ publicKey: options, mediation: 'conditional', signal })
    .catch(throwKeyError);
  if (!(picked instanceof PublicKeyCredential)) throw new KeyError('failed');
  return picked.toJSON() as Assertion;
}

/** Ends the wait, if any. */
export function stopOffering(): void {
  pendingOffer?.abort();
  pendingOffer = undefined;
}

/** Browsers have keys only for pages with https, and for localhost. */
export function supportsSecurityKeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Fetched when a key is first asked for. */
async function loadWebauthn() {
  if (!supportsSecurityKeys()) throw new KeyError('unsupported');
  stopOffering();
  return import('@simplewebauthn/browser');
}

const faults: Readonly<Record<string, KeyFault>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'known',
  ERROR_INVALID_DOMAIN: 'address',
  ERROR_INVALID_RP_ID: 'address',
  AbortError: 'cancelled',
  NotAllowedError: 'cancelled',
};

function throwKeyError(error: Error & { code?: string }): never {
  throw new KeyError(faults[error.code ?? ''] ?? faults[error.name] ?? 'failed', error);
}
