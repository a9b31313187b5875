import { randomBytes } from 'node:crypto';
import type { Signer } from '../../platform/crypto/signer.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import type { Clock } from '../../ports/clock.ts';

/** What happens with the answer of the provider. */
export type FlowPurpose = 'sign-in' | 'link';

export interface Flow {
  readonly purpose: FlowPurpose;
  readonly providerId: number;
  /** Whose account is linked; 0 for a sign-in. */
  readonly userId: number;
}

/** The values that bind the answer of a provider to one request of one browser. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636 §4.1. */
  readonly codeVerifier: string;
}

/** What the exchange of an answer needs. */
export interface AnswerableFlow extends FlowSecrets {
  readonly providerId: number;
  readonly stateHash: Buffer;
  readonly expiresAt: Date;
}

export interface OpenFlow extends Flow, AnswerableFlow {}

/**
 * Begins requests to providers without storing anything, so that visits of the sign-in page cost nothing, at any replica.
 * `browser` is a secret of the browser in a cookie; nonce and verifier follow from it, the state and our key, so only the
 * same browser can finish, and neither the browser nor the provider can compute them.
 */
export interface Flows {
  begin(flow: Flow, browser: string): FlowSecrets;
  /** Undefined if the state is not ours, of another browser or purpose, or older than 10 minutes. */
  read(state: string, browser: string | undefined, purpose: FlowPurpose): OpenFlow | undefined;
}

export const flowMinutes = 10;
const codes = { 'sign-in': 1, link: 2 } as const satisfies Record<FlowPurpose, number>;
const payloadBytes = 1 + 4 + 4 + 6 + 16;

export function createFlows({ signer, clock }: { readonly signer: Signer; readonly clock: Clock }): Flows {
  function derive(payload: Buffer, browser: string) {
    const bound = Buffer.concat([payload, Buffer.from(browser)]);
    return {
      signature: signer.sign('openid state', bound),
      nonce: signer.sign('openid nonce', bound).toString('base64url'),
      codeVerifier: signer.sign('openid code verifier', bound).toString('base64url'),
    };
  }

  return {
    begin({ purpose, providerId, userId }, browser) {
      const payload = Buffer.alloc(payloadBytes);
      payload.writeUInt8(codes[purpose]);
      payload.writeUInt32BE(providerId, 1);
      payload.writeUInt32BE(userId, 5);
      payload.writeUIntBE(clock.now().getTime(), 9, 6);
      randomBytes(16).copy(payload, 15);
      const { signature, nonce, codeVerifier } = derive(payload, browser);
      // the console reads the purpose from the prefix; the signature covers it too
      return { state: `${purpose}.${Buffer.concat([payload, signature]).toString('base64url')}`, nonce, codeVerifier };
    },
    read(state, browser, purpose) {
      const bytes = Buffer.from(state.slice(purpose.length + 1), 'base64url');
      const isExact = state === `${purpose}.${bytes.toString('base64url')}`;
      if (!isExact || browser === undefined || bytes.length !== payloadBytes + 32) return undefined;
      const payload = bytes.subarray(0, payloadBytes);
      const bound = Buffer.concat([payload, Buffer.from(browser)]);
      if (!signer.verify('openid state', bound, bytes.subarray(payloadBytes))) return undefined;
      const begunAt = payload.readUIntBE(9, 6);
      const age = clock.now().getTime() - begunAt;
      // clocks of replicas may differ by a minute
      if (payload[0] !== codes[purpose] || age < -60_000 || age > flowMinutes * 60_000) return undefined;
      const { nonce, codeVerifier } = derive(payload, browser);
      return {
        purpose,
        providerId: payload.readUInt32BE(1),
        userId: payload.readUInt32BE(5),
        state,
        nonce,
        codeVerifier,
        stateHash: hashToken(state),
        expiresAt: new Date(begunAt + (flowMinutes + 2) * 60_000),
      };
    },
  };
}
