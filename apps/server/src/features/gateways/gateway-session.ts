import { create } from '@bufbuild/protobuf';
import {
  type ControlRequest,
  type ControlResponse,
  ControlResponseSchema,
  Forwarding,
  type Heartbeat,
  type TrafficReport,
} from '@gatewarden/contract/gateway/v1';
import type { Session, StreamControl } from '../links/index.ts';
import { reportsForwarding } from './capabilities.ts';
import { createStateExchange, type ResponseMessage, type StateExchangeOptions } from './state-exchange.ts';

/** The stream of one gateway, as this feature uses it. */
export interface GatewaySession extends Session<ControlRequest, ControlResponse> {
  readonly locationId: number;
  /** The state may have changed. */
  invalidate(): void;
  /** Compares what the gateway has configured with the state, as soon as nothing else is being sent. */
  verify(): void;
  reportEvery(seconds: number): void;
}

export interface GatewaySessionOptions extends Omit<StateExchangeOptions, 'stream'> {
  readonly reportSeconds: number;
  readonly onTraffic: (report: TrafficReport) => Promise<void>;
}

export function openGatewaySession(stream: StreamControl, options: GatewaySessionOptions): GatewaySession {
  const { locationId, status, log } = options;
  const state = createStateExchange({ ...options, stream });
  let reportSeconds = options.reportSeconds;
  let sentSeconds: number | undefined;
  let countingTraffic: Promise<void> = Promise.resolve();

  /** A second report waits until the first is counted; other messages do not wait. */
  async function receiveTraffic(report: TrafficReport): Promise<void> {
    await countingTraffic;
    countingTraffic = options.onTraffic(report).catch((error: unknown) => {
      log.warn({ err: error }, 'a traffic report was lost');
    });
    await status.seen();
  }

  /** Older agents send it empty. */
  async function receiveHeartbeat({ forwardingIpv4, forwardingIpv6 }: Heartbeat): Promise<void> {
    if (reportsForwarding(options.capabilities))
      await status.forwarding({ ipv4: toForwards(forwardingIpv4), ipv6: toForwards(forwardingIpv6) });
    await status.seen();
  }

  return {
    locationId,
    async next() {
      if (sentSeconds !== reportSeconds) {
        sentSeconds = reportSeconds;
        return toResponse({ case: 'reportEvery', value: { seconds: sentSeconds } });
      }
      const message = await state.next();
      return message && toResponse(message);
    },
    async receive({ message }) {
      switch (message.case) {
        case 'applied':
          return state.applied(message.value);
        case 'rejected':
          return state.rejected(Number(message.value.version), message.value.reason);
        case 'content':
          return state.reported(message.value);
        case 'traffic':
          return receiveTraffic(message.value);
        case 'heartbeat':
          return receiveHeartbeat(message.value);
        // a greeting is sent once, and a newer agent may send messages that this core does not know
        case 'hello':
        case undefined:
          return undefined;
      }
    },
    async close() {
      state.stop();
      await countingTraffic;
    },
    invalidate: state.invalidate,
    verify: state.verify,
    reportEvery(seconds) {
      reportSeconds = seconds;
      stream.wake();
    },
  };
}

/** Null if unknown. */
function toForwards(forwarding: Forwarding): boolean | null {
  if (forwarding === Forwarding.ON) return true;
  return forwarding === Forwarding.OFF ? false : null;
}

export function toResponse(message: ResponseMessage): ControlResponse {
  return create(ControlResponseSchema, { message });
}
