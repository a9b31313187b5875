import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import { callerAddressOf } from '../../platform/grpc/caller-address.ts';
import { receivedOf } from '../../platform/grpc/received-messages.ts';
import { toConnectError } from '../../platform/grpc/to-connect-error.ts';
import { markAuthenticated, markValid } from '../../platform/grpc/unauthenticated-calls.ts';
import { iterateAsOwner, runAsOwner } from '../../platform/limits/work-owner.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Admission, Admitted, Applicant } from './admission.ts';
import type { ComponentKind, Greeting, StreamHandler } from './component.ts';
import type { Incoming } from './pace.ts';
import type { Replicas } from './replicas.ts';
import type { Streams } from './streams.ts';

/** The calls of components of one kind. Failures are returned as the gRPC status that belongs to the error code. */
export interface ComponentCalls {
  join<Answer>(context: HandlerContext, call: JoinCall<Answer>): Promise<Answer>;
  /** To be routed with the options `authenticatedCall`: the caller is authenticated before a message is read. */
  stream<Request, Response, Hello extends Greeting>(
    handler: StreamHandler<Request, Response, Hello>,
    requests: AsyncIterable<Request>,
    context: HandlerContext,
  ): AsyncGenerator<Response, void, void>;
}

interface JoinCall<Answer> {
  /** Validates the request. @throws DomainError */
  read(): Applicant;
  answer(joined: Admitted & { readonly coreAddresses: string[] }): Promise<Answer>;
}

interface Dependencies {
  readonly admission: Admission;
  readonly streams: Pick<Streams, 'run' | 'mayConnect'>;
  readonly replicas: Pick<Replicas, 'addresses'>;
  readonly log: Log;
}

export function createComponentCalls(kind: ComponentKind, dependencies: Dependencies): ComponentCalls {
  const { admission, streams, replicas, log } = dependencies;
  return {
    async join(context, { read, answer }) {
      try {
        const applicant = read();
        markValid(context);
        const admitted = await asWorkOfAddress(context, (ip) => admission.join(kind, applicant, ip));
        markAuthenticated(context);
        return await answer({ ...admitted, coreAddresses: [...replicas.addresses()] });
      } catch (error) {
        throw toConnectError(error, { log, signal: context.signal });
      }
    },
    async *stream(handler, requests, context) {
      try {
        const credential = readCredential(kind, context);
        markValid(context);
        const component = await asWorkOfAddress(context, (ip) => admission.authenticate(kind, credential, ip));
        if (!streams.mayConnect(component.id)) throw new DomainError('rate_limited');
        markAuthenticated(context);
        const incoming = withReceived(requests[Symbol.asyncIterator](), context);
        const first = await readFirstMessage(incoming);
        const owner = `${kind.name} ${component.id}`;
        const hello = await runAsOwner(owner, () => handler.readGreeting(component, first));
        if (!hello) throw new ConnectError('the first message must be a greeting', Code.InvalidArgument);
        const ip = callerAddressOf(context) ?? null;
        const { signal } = context;
        const stream = { kind, handler, component, hello, ip, requests: incoming, signal };
        yield* iterateAsOwner(owner, streams.run(stream));
      } catch (error) {
        throw toConnectError(error, { log, signal: context.signal });
      }
    },
  };
}

function withReceived<Request>(requests: AsyncIterator<Request>, context: HandlerContext): Incoming<Request> {
  return {
    received: receivedOf(context),
    next: () => requests.next(),
    return: async () => (await requests.return?.()) ?? { done: true, value: undefined },
  };
}

/**
 * Until the caller is authenticated, it shares the limits of calls from its address without sign-in, over HTTP as well.
 */
function asWorkOfAddress<T>(context: HandlerContext, work: (ip: string | undefined) => T): T {
  const ip = callerAddressOf(context);
  return runAsOwner(`address ${addressBlockOf(ip)}`, () => work(ip));
}

/** Checks the format alone, without a query. @throws component_credential_invalid */
function readCredential({ credentialPrefix }: ComponentKind, { requestHeader }: HandlerContext): string {
  const header = requestHeader.get('authorization') ?? '';
  const credential = header.startsWith('Bearer ') ? header.slice('Bearer '.length) : '';
  const isCredential =
    credential.startsWith(credentialPrefix) && /^[A-Za-z0-9_-]{43}$/.test(credential.slice(credentialPrefix.length));
  if (!isCredential) throw new DomainError('component_credential_invalid');
  return credential;
}

const greetingMilliseconds = 10_000;

async function readFirstMessage<Request>(requests: AsyncIterator<Request>): Promise<Request> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const reason = new ConnectError('no greeting received in time', Code.DeadlineExceeded);
    timer = setTimeout(() => reject(reason), greetingMilliseconds);
  });
  try {
    const first = await Promise.race([requests.next(), timeout]);
    if (first.done) throw new ConnectError('the first message must be a greeting', Code.InvalidArgument);
    return first.value;
  } finally {
    clearTimeout(timer);
  }
}
