import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import {
  Capability,
  type ControlRequest,
  ControlRequestSchema,
  type ControlResponse,
  WireguardBackend,
} from '@gatewarden/contract/gateway/v1';
import { contentDigest } from '../../gateway/src/peers/content-digest.ts';
import { fetchAuthority, type GatewayLink, openLink, readToken } from './gateway-link.ts';
import { type AppliedState, applyChange, correctionOf, fullState, readingOf } from './gateway-state/applied-state.ts';

/** An agent as core sees it: all of the protocol, without WireGuard. */
export interface TestGateway extends AsyncDisposable {
  /** UUID. */
  readonly id: string;
  readonly credential: string;
  readonly state: AppliedState | undefined;
  /** Kinds of messages on the present stream, such as `full`, `change` and `reportEvery`, without `ignoredMessages`. */
  readonly received: readonly string[];
  /** Seconds between traffic reports, as core requested last. */
  readonly reportSeconds: number | undefined;
  /** Addresses of core's replicas, as core sent them last. */
  readonly coreAddresses: readonly string[];
  /** Opens a stream, to another core if one is given. Resolves at the first message of core. */
  connect(core?: { readonly grpcPort: number }): Promise<void>;
  disconnect(): Promise<void>;
  /** Resolves once the condition is true. Rejects when the stream ends before. */
  until(condition: (gateway: TestGateway) => boolean): Promise<void>;
  /** How the present stream ends: the error, or undefined when core ended it without one. */
  readonly ended: Promise<ConnectError | undefined>;
  send(message: NonNullable<Message>): void;
  /** Sets a peer on the interface without the agent; undefined removes it. */
  tamper(publicKey: string, peer: { allowedIps: string[]; keepaliveSeconds: number } | undefined): void;
  /** Public keys of the peers on the interface. */
  readonly configured: ReadonlySet<string>;
  /** How often core requested the content on the present stream. */
  readonly contentRequests: number;
  /** Another agent with a copy of the credential, not connected. */
  duplicate(): TestGateway;
}

type Message = Exclude<MessageInitShape<typeof ControlRequestSchema>, ControlRequest>['message'];

export interface TestGatewayOptions {
  readonly name?: string;
  readonly hostname?: string;
  /** Of its program; `1.2.3` if absent. */
  readonly agentVersion?: string;
  /** Credential of the gateway that this one replaces. */
  readonly replacedCredential?: string;
  /** Why it rejects a version: undefined accepts it, `silent` sends no answer. */
  readonly refuses?: (version: number) => string | undefined;
  /** Problems that it reports for a version; none by default. */
  readonly problems?: (version: number) => string[];
  /** Uses the protocol of the first release: no ids, no content. */
  readonly isLegacy?: boolean;
  /** Capabilities besides those of its protocol. */
  readonly capabilities?: readonly Capability[];
  /** Never restores a peer that was tampered with. */
  readonly ignoresCorrections?: boolean;
  /** Returned instead of the mark that core sent. */
  readonly historyMark?: Uint8Array;
}

/** Exchanges the token for a credential, as the agent does: it pins the authority before it sends anything. */
export async function joinGateway(text: string, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const token = readToken(text);
  const link = openLink(token.core, await fetchAuthority(token));
  const { name = '', hostname = 'edge-1', replacedCredential = '', agentVersion = '1.2.3' } = options;
  const request = {
    secret: token.secret,
    locationId: token.location ?? 0,
    name,
    hostname,
    replacedCredential,
    agentVersion,
  };
  try {
    const { gatewayId, credential } = await link.client.join(request);
    return createTestGateway({ id: gatewayId, credential, core: token.core, ca: link.ca, options });
  } finally {
    link.close();
  }
}

interface Identity {
  readonly id: string;
  readonly credential: string;
  readonly core: string;
  readonly ca: string;
  readonly options: TestGatewayOptions;
}

/** Sent on every stream, independent of its state. */
const ignoredMessages = new Set<string | undefined>(['welcome', 'reportContent', 'coreAddresses']);

function createTestGateway({ id, credential, core, ca, options }: Identity): TestGateway {
  let link: GatewayLink | undefined;
  let outbox = createOutbox();
  let state: AppliedState | undefined;
  let configured: AppliedState | undefined;
  let contentRequests = 0;
  let historyMark: Uint8Array<ArrayBufferLike> = Buffer.alloc(0);
  let received: string[] = [];
  let reportSeconds: number | undefined;
  let coreAddresses: readonly string[] = [];
  let ended: Promise<ConnectError | undefined> = Promise.resolve(undefined);
  let isOpen = false;
  const waiting = new Set<() => void>();

  function handleResponse({ message }: ControlResponse): void {
    if (message.case === 'reportContent') reportContent();
    if (!ignoredMessages.has(message.case)) received.push(message.case ?? 'unknown');
    if (message.case === 'coreAddresses') coreAddresses = message.value.addresses;
    if (message.case === 'reportEvery') reportSeconds = message.value.seconds;
    if (message.case === 'full' || message.case === 'change') {
      historyMark = message.value.historyMark;
      const version = Number(message.value.version);
      const reason = options.refuses?.(version);
      if (reason === undefined) {
        state = message.case === 'full' ? fullState(message.value) : applyChange(state, message.value);
        const correction = options.ignoresCorrections ? {} : correctionOf(configured, state);
        if (!options.ignoresCorrections || !configured) configured = state;
        const id = Buffer.from(state.id, 'hex');
        const value = {
          version: BigInt(version),
          stateId: id,
          problems: options.problems?.(version) ?? [],
          correction,
        };
        outbox.push({ case: 'applied', value: options.isLegacy ? { version: BigInt(version) } : value });
      } else if (reason !== 'silent') {
        outbox.push({ case: 'rejected', value: { version: BigInt(version), reason } });
      }
    }
    for (const check of waiting) check();
  }

  function reportContent(): void {
    contentRequests += 1;
    const digest = configured && contentDigest(readingOf(configured));
    const { version = 0, id = '' } = state ?? {};
    const stateId = Buffer.from(id, 'hex');
    outbox.push({ case: 'content', value: { version: BigInt(version), stateId, ...(digest && { digest }) } });
  }

  async function readResponses(responses: AsyncIterable<ControlResponse>): Promise<ConnectError | undefined> {
    try {
      for await (const response of responses) handleResponse(response);
      return undefined;
    } catch (error) {
      return ConnectError.from(error);
    } finally {
      isOpen = false;
      outbox.close();
      for (const check of waiting) check();
    }
  }

  const gateway: TestGateway = {
    id,
    credential,
    get state() {
      return state;
    },
    get received() {
      return received;
    },
    get coreAddresses() {
      return coreAddresses;
    },
    get reportSeconds() {
      return reportSeconds;
    },
    get ended() {
      return ended;
    },
    get configured() {
      return new Set(configured?.peers.keys());
    },
    get contentRequests() {
      return contentRequests;
    },
    tamper(publicKey, peer) {
      if (!configured) throw new Error('nothing is configured');
      const peers = new Map(configured.peers);
      if (peer) peers.set(publicKey, peer);
      else peers.delete(publicKey);
      configured = { ...configured, peers };
    },
    send: (message) => outbox.push(message),
    duplicate: () => createTestGateway({ id, credential, core, ca, options }),
    async connect(other) {
      await gateway.disconnect();
      link = openLink(other ? `127.0.0.1:${other.grpcPort}` : core, ca);
      outbox = createOutbox();
      received = [];
      contentRequests = 0;
      isOpen = true;
      const { hostname = 'edge-1', agentVersion = '1.2.3' } = options;
      const heldVersion = BigInt(state?.version ?? 0);
      const hello = { agentVersion, hostname, backend: WireguardBackend.USERSPACE, heldVersion };
      const currentFields = {
        ...{
          heldStateId: Buffer.from(state?.id ?? '', 'hex'),
          protocolVersion: 1,
          historyMark: new Uint8Array(options.historyMark ?? historyMark),
        },
        capabilities: [Capability.CONTENT, Capability.PARTIAL, ...(options.capabilities ?? [])],
      };
      outbox.push({ case: 'hello', value: options.isLegacy ? hello : { ...hello, ...currentFields } });
      ended = readResponses(
        link.client.control(outbox.messages(), { headers: { authorization: `Bearer ${credential}` } }),
      );
      await gateway.until(() => received.length > 0);
    },
    async disconnect() {
      outbox.close();
      link?.close();
      link = undefined;
      await ended;
    },
    async until(condition) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const check = () => {
        if (condition(gateway)) resolve();
        else if (!isOpen) ended.then((error) => reject(error ?? new Error('core ended the stream')), reject);
      };
      waiting.add(check);
      check();
      await promise.finally(() => waiting.delete(check));
    },
    [Symbol.asyncDispose]: () => gateway.disconnect(),
  };
  return gateway;
}

function createOutbox() {
  const queue: ControlRequest[] = [];
  let signal = Promise.withResolvers<void>();
  let closed = false;
  return {
    push(message: NonNullable<Message>) {
      queue.push(create(ControlRequestSchema, { message }));
      signal.resolve();
    },
    close() {
      closed = true;
      signal.resolve();
    },
    async *messages() {
      while (!closed) {
        for (let next = queue.shift(); next; next = queue.shift()) yield next;
        signal = Promise.withResolvers<void>();
        if (queue.length === 0 && !closed) await signal.promise;
      }
    },
  };
}
