import type { Assertion, CreationOptions, Registration, RequestOptions } from '@gatewarden/contract/security-keys';
import { loadCode } from '../../lib/load-code.ts';

/**
 * Why the browser returned no key.
 * - `cancelled`: the user cancelled, or the request timed out.
 * - `known`: the key is registered already.
 * - `address`: keys are bound to the address of the instance, and this page has another one.
 * - `unsupported`: the browser does not support keys, or only on pages with https.
 */
type KeyFault = 'cancelled' | 'known' | 'address' | 'unsupported' | 'failed';

/** Creating or using a key failed in the browser; no request was sent to the server. */
export class KeyError extends Error {
  readonly fault: KeyFault;

  constructor(fault: KeyFault, cause?: unknown) {
    super(`no key: ${fault}`, { cause });
    this.name = 'KeyError';
    this.fault = fault;
  }
}

/** Asks the browser to create a key. @throws KeyError */
export async function createKey({ publicKey }: CreationOptions): Promise<Registration> {
  const { startRegistration } = await loadWebauthn();
  return startRegistration({ optionsJSON: publicKey }).catch(throwKeyError);
}

/** Asks the browser to sign with one of the requested keys. @throws KeyError */
export async function signWithKey({ publicKey }: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await loadWebauthn();
  return startAuthentication({ optionsJSON: publicKey }).catch(throwKeyError);
}

/** Whether the browser can suggest passkeys at a field (conditional mediation). */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  if (!supportsSecurityKeys() || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

let pendingOffer: AbortController | undefined;

/**
 * Lets the browser suggest passkeys at the username field, and waits until the user picks one. Any other request for a
 * key cancels it. Does not load the library, which few visitors of the page need. @throws KeyError
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

/** Cancels the pending suggestion, if any. */
export function stopOffering(): void {
  pendingOffer?.abort();
  pendingOffer = undefined;
}

/** Browsers support keys only on pages with https and on localhost. */
export function supportsSecurityKeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Loads the library on first use. @throws KeyError */
async function loadWebauthn() {
  if (!supportsSecurityKeys()) throw new KeyError('unsupported');
  stopOffering();
  return loadCode(() => import('@simplewebauthn/browser'));
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
