import type { ServeRequest, WaitBegun, WaitEnd } from '@gatewarden/contract/edge/v1';
import { waitForApproval } from '@gatewarden/contract/location-mfa.edge';
import type { Outbox } from '@gatewarden/link/outbox';
import { type EdgeOutcome, type EdgeWait, type EdgeWaits, refusal } from '@gatewarden/listener/edge-calls';
import { notConnected, outcomeOf, toRequest } from './messages.ts';

/** Clients that wait for messages of the core that the edge has a stream to. */
export interface RemoteWaits {
  readonly waits: EdgeWaits;
  begin(outbox: Outbox<ServeRequest>): void;
  receiveBegun(begun: WaitBegun): void;
  receiveEnd(end: WaitEnd): void;
  /** The stream has ended, and with it all waits: the clients try again. */
  end(): void;
}

interface Pending {
  readonly admit: (outcome: EdgeOutcome | EdgeWait) => void;
  readonly message: PromiseWithResolvers<object | undefined>;
}

const maxId = 0xffff_ffff;
/** The listener admits fewer clients. */
const maxWaits = 1_000;

export function createRemoteWaits(): RemoteWaits {
  const pending = new Map<number, Pending>();
  let outbox: Outbox<ServeRequest> | undefined;
  let lastId = 0;

  function finish(id: number, { admit, message }: Pending, last: { text?: object | undefined; refused?: EdgeOutcome }) {
    pending.delete(id);
    admit(last.refused ?? { message: message.promise });
    message.resolve(last.text);
  }

  return {
    waits: {
      paths: [waitForApproval.path],
      begin({ path, query, ip = '', userAgent = '' }, signal) {
        if (!outbox) return Promise.resolve(notConnected());
        if (pending.size >= maxWaits) return Promise.resolve(refusal(429, 'too many requests', 'rate_limited'));
        do lastId = lastId >= maxId ? 1 : lastId + 1;
        while (pending.has(lastId));
        const id = lastId;
        const admitted = Promise.withResolvers<EdgeOutcome | EdgeWait>();
        const waiting = { admit: admitted.resolve, message: Promise.withResolvers<object | undefined>() };
        pending.set(id, waiting);
        signal.addEventListener('abort', () => {
          if (pending.get(id) !== waiting) return;
          outbox?.push(toRequest({ case: 'endWait', value: { id } }));
          finish(id, waiting, {});
        });
        const value = { id, path, query: new TextEncoder().encode(JSON.stringify(query)), ip, userAgent };
        outbox.push(toRequest({ case: 'wait', value }));
        return admitted.promise;
      },
    },
    begin(given) {
      outbox = given;
    },
    receiveBegun({ id }) {
      const waiting = pending.get(id);
      waiting?.admit({ message: waiting.message.promise });
    },
    receiveEnd({ id, message, refusal: refused }) {
      const waiting = pending.get(id);
      if (!waiting) return;
      const text = message && (JSON.parse(new TextDecoder().decode(message)) as object);
      finish(id, waiting, refused ? { refused: outcomeOf(refused) } : { text });
    },
    end() {
      outbox = undefined;
      for (const [id, waiting] of [...pending]) finish(id, waiting, { refused: notConnected() });
    },
  };
}
