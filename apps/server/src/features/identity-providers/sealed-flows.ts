import { timingSafeEqual } from 'node:crypto';
import { type OpenidCookies, signInIdOf } from '@gatewarden/contract/edge-endpoint';
import type { OpenidType } from '@gatewarden/contract/openid.edge';
import { z } from 'zod';
import type { Signer } from '../../platform/crypto/signer.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { createSealedValues } from '../../platform/secrets/sealed-values.ts';
import type { Clock } from '../../ports/clock.ts';
import { type AnswerableFlow, type FlowSecrets, flowMinutes } from './flows.ts';

/** What a sign-in is for: at the edge, or in the console to authorize a device (`connect`). */
type SealedType = OpenidType | 'connect';

/** A sign-in whose state the browser has in its cookies. */
export interface SealedFlow<Type extends SealedType = SealedType> extends AnswerableFlow {
  readonly type: Type;
  /** At the edge, the token of the attempt to connect; in the console, what is authorized; empty without one. */
  readonly token: string;
  readonly begunAt: Date;
}

/**
 * Begins sign-ins without storing anything: two cookies have what it is for, encrypted, so that any replica and any edge can
 * finish them. The provider gets a random state. Interface reference, wire §13.4.
 */
export interface SealedFlows {
  /** The state begins with `prefix`, if there is one. */
  begin(
    flow: Pick<SealedFlow, 'type' | 'token' | 'providerId'>,
    prefix?: string,
  ): {
    readonly secrets: FlowSecrets;
    readonly cookies: OpenidCookies;
  };
  /** Undefined if the state is not ours, of another browser or type, or older than 10 minutes. */
  read<Type extends SealedType>(
    state: string,
    cookies: OpenidCookies | undefined,
    type: Type,
  ): SealedFlow<Type> | undefined;
}

/** What the cookie of the state contains. */
const Begun = z.object({
  state: z.string(),
  type: z.string(),
  token: z.string(),
  providerId: z.int(),
  /** Milliseconds. */
  begunAt: z.int(),
});

export function createSealedFlows({ signer, clock }: { readonly signer: Signer; readonly clock: Clock }): SealedFlows {
  const states = createSealedValues(signer, 'openid edge state');
  const nonces = createSealedValues(signer, 'openid edge nonce');

  function secretsOf(state: string, nonce: string): FlowSecrets {
    const codeVerifier = signer
      .sign('openid edge code verifier', Buffer.from(`${state}.${nonce}`))
      .toString('base64url');
    return { state, nonce, codeVerifier };
  }

  function readCookie(sealed: string): z.output<typeof Begun> | undefined {
    const opened = states.open(sealed);
    return opened === undefined ? undefined : Begun.safeParse(JSON.parse(opened)).data;
  }

  return {
    begin({ type, token, providerId }, prefix = '') {
      const [random, nonce] = [newToken(), newToken()];
      const state = `${prefix}${random}`;
      const begun: z.output<typeof Begun> = { state, type, token, providerId, begunAt: clock.now().getTime() };
      const csrf = `${signInIdOf(random)}.${states.seal(JSON.stringify(begun))}`;
      const cookies = { csrf, nonce: nonces.seal(nonce) };
      return { secrets: secretsOf(state, nonce), cookies };
    },
    read(state, cookies, type) {
      const begun = cookies && readCookie(cookies.csrf.slice(cookies.csrf.indexOf('.') + 1));
      const nonce = cookies && nonces.open(cookies.nonce);
      if (!begun || nonce === undefined || begun.type !== type || !isEqual(begun.state, state)) return undefined;
      const age = clock.now().getTime() - begun.begunAt;
      // clocks of replicas may differ by a minute
      if (age < -60_000 || age > flowMinutes * 60_000) return undefined;
      return {
        ...secretsOf(state, nonce),
        ...{ type, token: begun.token, providerId: begun.providerId, begunAt: new Date(begun.begunAt) },
        stateHash: hashToken(state),
        expiresAt: new Date(begun.begunAt + (flowMinutes + 2) * 60_000),
      };
    },
  };
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
