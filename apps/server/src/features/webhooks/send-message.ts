import type { DeliveryFailure } from '@gatewarden/contract/delivery';
import type { Database } from '../../platform/database/database.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { DeliveryError, toDeliveryError } from '../delivery/index.ts';
import { signMessage } from './sign-message.ts';
import { webhookSecretKinds } from './webhook-secrets.ts';
import type { WebhookRow } from './webhooks.queries.ts';

export interface Message {
  /** The same for each attempt, so that receivers recognize repetitions. */
  readonly id: string;
  readonly event: string;
  readonly body: string;
}

/** What came of a request. */
export interface Sent {
  readonly at: Date;
  readonly duration_ms: number;
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly answer: string | null;
  /** Undefined: the receiver answered with success. */
  readonly error: DeliveryError | undefined;
}

export interface Sender {
  /** Reads the secrets once for several messages. @throws UnreadableSecretError */
  open(webhook: WebhookRow): Promise<(message: Message, signal?: AbortSignal) => Promise<Sent>>;
}

interface Dependencies {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'get'>;
  readonly outbound: Pick<Outbound, 'send'>;
  readonly clock: Clock;
  readonly version: string;
}

const maxAnswerBytes = 4_096;
const totalMilliseconds = 15_000;

export function createSender({ db, secrets, outbound, clock, version }: Dependencies): Sender {
  async function readSecrets({ id, former_key_until: until }: WebhookRow) {
    const read = (kind: string) => secrets.get(db, { kind, owner: id });
    const isFormerValid = until !== null && until > clock.now();
    const token = await read(webhookSecretKinds.token);
    const keys = [
      await read(webhookSecretKinds.signingKey),
      isFormerValid ? await read(webhookSecretKinds.formerKey) : undefined,
    ];
    return { token: token ?? '', keys: keys.filter((key) => key !== undefined) };
  }

  return {
    async open(webhook) {
      const { token, keys } = await readSecrets(webhook);
      const url = new URL(webhook.url);
      return async ({ id, event, body }, signal) => {
        const at = clock.now();
        const begin = clock.elapsedMilliseconds();
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'user-agent': `Gatewarden/${version}`,
          'x-defguard-event': event,
          ...signMessage({ id, at, body }, keys),
        };
        const limits = { maxBytes: maxAnswerBytes, isCut: true, totalMilliseconds, ...(signal && { signal }) } as const;
        const sent = await outbound.send(url, { method: 'POST', headers, body, ...limits }).then(
          (answer) => ({ ...answer, error: failureOf(answer.status) }),
          (error: unknown) => ({ status: null, body: null, error: toDeliveryError(error) }),
        );
        const duration_ms = Math.round(clock.elapsedMilliseconds() - begin);
        return { at, duration_ms, status: sent.status, answer: readAnswer(sent.body), error: sent.error };
      };
    },
  };
}

function failureOf(status: number): DeliveryError | undefined {
  if (status >= 200 && status < 300) return undefined;
  const failure: DeliveryFailure = { reason: 'status', detail: `${status}` };
  return new DeliveryError(failure);
}

/** PostgreSQL stores no null characters. */
function readAnswer(body: Buffer | null): string | null {
  return body === null ? null : body.toString('utf8').replaceAll('\0', '\ufffd');
}
