import { Code, ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect';
import { DomainError } from '@gatewarden/contract/errors';
import {
  type ControlRequest,
  GatewayService,
  type Hello,
  type JoinRequest,
  WireguardBackend,
} from '@gatewarden/contract/gateway/v1';
import { line } from '@gatewarden/contract/primitives';
import { z } from 'zod';
import { addressBlockOf } from '../../platform/crypto/address-block.ts';
import { callerAddressOf } from '../../platform/grpc/caller-address.ts';
import { authenticatedCall } from '../../platform/grpc/grpc-server.ts';
import { receivedOf } from '../../platform/grpc/received-messages.ts';
import { toConnectError } from '../../platform/grpc/to-connect-error.ts';
import { markAuthenticated, markValid } from '../../platform/grpc/unauthenticated-calls.ts';
import { asWorkOf, eachAsWorkOf } from '../../platform/limits/work-owner.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Admission, Applicant } from './admission.ts';
import type { Incoming } from './gateway-pace.ts';
import { idOfBytes } from './gateway-state.ts';
import type { Replicas } from './replicas.ts';
import type { Greeting, Streams } from './streams.ts';

interface Dependencies {
  readonly admission: Admission;
  readonly streams: Pick<Streams, 'run' | 'mayConnect'>;
  readonly replicas: Pick<Replicas, 'addresses'>;
  readonly log: Log;
}

/** What agents call. Failures reach them as the gRPC status that belongs to the error code. */
export function addGatewaysCalls(router: ConnectRouter, { admission, streams, replicas, log }: Dependencies): void {
  async function join(request: JoinRequest, context: HandlerContext) {
    try {
      const applicant = readApplicant(request);
      markValid(context);
      const admitted = await asWorkOfAddress(context, (ip) => admission.join(applicant, ip));
      markAuthenticated(context);
      return { ...admitted, coreAddresses: [...replicas.addresses()] };
    } catch (error) {
      throw toConnectError(error, { log, signal: context.signal });
    }
  }
  router.rpc(GatewayService.method.join, join);
  router.rpc(
    GatewayService.method.control,
    async function* control(requests, context) {
      try {
        const credential = readCredential(context);
        markValid(context);
        const gateway = await asWorkOfAddress(context, (ip) => admission.authenticate(credential, ip));
        if (!streams.mayConnect(gateway.id)) throw new DomainError('rate_limited');
        markAuthenticated(context);
        const incoming = withReceived(requests[Symbol.asyncIterator](), context);
        const greeting = { ...readGreeting(await readHello(incoming)), ip: callerAddressOf(context) ?? null };
        yield* eachAsWorkOf(`gateway ${gateway.id}`, streams.run(gateway, greeting, incoming, context.signal));
      } catch (error) {
        throw toConnectError(error, { log, signal: context.signal });
      }
    },
    authenticatedCall,
  );
}

function withReceived(requests: AsyncIterator<ControlRequest>, context: HandlerContext): Incoming {
  return {
    received: receivedOf(context),
    next: () => requests.next(),
    return: async () => (await requests.return?.()) ?? { done: true, value: undefined },
  };
}

/** Until the caller is known, it shares with the calls from its address that need no sign-in, those over HTTP included. */
function asWorkOfAddress<T>(context: HandlerContext, work: (ip: string | undefined) => T): T {
  const ip = callerAddressOf(context);
  return asWorkOf(`address ${addressBlockOf(ip)}`, () => work(ip));
}

const Agent = z.object({
  hostname: line(253, 1),
  agentVersion: line(64, 1),
});

const JoinInput = Agent.extend({
  secret: z.string().max(128),
  name: line(128).transform((name) => name || null),
  locationId: z.int().transform((id) => id || undefined),
  replacedCredential: z
    .string()
    .max(128)
    .transform((credential) => credential || undefined),
});

function readApplicant(request: JoinRequest): Applicant {
  return parse(JoinInput, request);
}

function readGreeting(hello: Hello): Omit<Greeting, 'ip'> {
  return {
    ...parse(Agent, hello),
    backend: backends[hello.backend] ?? null,
    held: readHeld(hello),
    historyMark: hello.historyMark,
    protocolVersion: Math.min(hello.protocolVersion, maxInteger),
    capabilities: [...new Set<number>(hello.capabilities)].slice(0, maxCapabilities),
  };
}

/** Without an id the number names nothing: the agent gets the whole state. So does one that claims an impossible one. */
function readHeld({ heldVersion, heldStateId }: Hello): Greeting['held'] {
  const stateId = idOfBytes(heldStateId);
  if (stateId === '' || heldVersion > Number.MAX_SAFE_INTEGER) return { version: 0, stateId: '' };
  return { version: Number(heldVersion), stateId };
}

/** Of PostgreSQL's `integer`. */
const maxInteger = 2_147_483_647;
/** Far more than there are; a hostile agent cannot fill the database. */
const maxCapabilities = 64;

const backends: Partial<Record<WireguardBackend, Greeting['backend']>> = {
  [WireguardBackend.KERNEL]: 'kernel',
  [WireguardBackend.USERSPACE]: 'userspace',
};

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new DomainError('invalid_input', { field: parsed.error.issues[0]?.path.join('.') ?? '' });
}

/** @throws gateway_credential_invalid also for what cannot be one, which is not worth a look into the database */
function readCredential({ requestHeader }: HandlerContext): string {
  const credential = /^Bearer (gwg_[A-Za-z0-9_-]{43})$/.exec(requestHeader.get('authorization') ?? '')?.[1];
  if (credential === undefined) throw new DomainError('gateway_credential_invalid');
  return credential;
}

const greetingMilliseconds = 10_000;

async function readHello(requests: AsyncIterator<ControlRequest>): Promise<Hello> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = new ConnectError('no greeting came', Code.DeadlineExceeded);
    timer = setTimeout(() => reject(reason), greetingMilliseconds);
  });
  try {
    const first = await Promise.race([requests.next(), late]);
    if (!first.done && first.value.message.case === 'hello') return first.value.message.value;
    throw new ConnectError('a stream begins with a greeting', Code.InvalidArgument);
  } finally {
    clearTimeout(timer);
  }
}
