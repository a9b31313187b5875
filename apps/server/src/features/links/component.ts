import type { Rate } from '@gatewarden/listener/token-buckets';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';

/** A separate process that connects to core, such as a gateway. */
export interface Component {
  /** UUID. */
  readonly id: string;
  /** Null for a component of the whole instance. */
  readonly location_id: number | null;
  readonly name: string | null;
  readonly hostname: string;
}

export type RefusalReason = 'join_token_invalid' | 'credential_unknown' | 'credential_revoked' | 'authority_refused';

/** A refused attempt to act as a component. Fields are null if the attempt did not reveal them. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly locationId: number | null;
  readonly component: Component | null;
  readonly hostname: string | null;
}

/**
 * What a feature does when its components join, disconnect, or are refused, revoked or removed. Each function runs in
 * the transaction of the change; if it throws, the change is rolled back.
 */
export interface ComponentKind {
  /** Stored with each component and join secret. */
  readonly name: string;
  /** Prefix of each credential of the kind, so that a leaked one is recognized. */
  readonly credentialPrefix: `${string}_`;
  /** @throws DomainError if the kind has no room for another component */
  joined(tx: Tx, component: Component, origin: Origin): Promise<void>;
  revoked(tx: Tx, component: Component, origin: Origin): Promise<void>;
  removed(tx: Tx, component: Component, origin: Origin): Promise<void>;
  /** Its stream ended, or was lost with the replica that owned it. */
  disconnected(tx: Tx, component: Component): Promise<void>;
  refused(tx: Tx, refusal: Refusal, origin: Origin): Promise<void>;
}

/** What each component reports about itself when a stream begins. */
export interface Greeting {
  readonly hostname: string;
  /** Version of its program. */
  readonly version: string;
}

/** How a kind handles its streams and builds their messages. */
export interface StreamHandler<Request, Response, Hello extends Greeting> {
  /** Undefined if the message is not a greeting. @throws DomainError if it is not valid */
  readGreeting(component: Component, first: Request): Promise<Hello | undefined>;
  /** Runs in the transaction that makes the stream the owner of its component. */
  connected(
    tx: Tx,
    component: Component,
    connection: { readonly hello: Hello; readonly streamId: string },
  ): Promise<void>;
  open(stream: StreamControl, component: Component, hello: Hello): Session<Request, Response>;
  /** The first message to the component. */
  welcome(): Response;
  /** The message that lists the addresses of core's replicas; absent: the component must not learn them. */
  coreAddresses?(addresses: readonly string[]): Response;
  readonly pace: PaceRules<Request, Response>;
}

/** One stream, as its kind uses it. */
export interface StreamControl {
  readonly startedAt: Date;
  isEnded(): boolean;
  /** Causes `next` to be called again. */
  wake(): void;
  /** Ends the stream with the reason, or without one so that the component reconnects. */
  end(reason?: Error): void;
  /**
   * Records that the component was seen, at most every few seconds. Ends the stream if it no longer owns its component.
   */
  seen(): Promise<void>;
  /**
   * Runs the work in a transaction if the stream still owns its component, and ends the stream otherwise.
   * @throws what the transaction throws
   */
  write(work: (tx: Tx) => Promise<void>): Promise<void>;
}

/** How a kind handles one stream. */
export interface Session<Request, Response> {
  /** The next message to the component; undefined while there is none. */
  next(): Promise<Response | undefined>;
  /** Handles one message. The next one is read afterwards; a failure ends the stream. */
  receive(message: Request): Promise<void>;
  /** Resolves when all work of the session has finished. Called once, before the component counts as disconnected. */
  close(): Promise<void>;
}

/** How fast core reads the messages of a kind. */
export interface PaceRules<Request, Response> {
  /** Seconds between two reports that core asks for. */
  reportSeconds(): number;
  /** The message's share of a periodic report; undefined for any other message. */
  reportShare(message: Request): number | undefined;
  /** How many other messages core reads; 200 at once and 1 a second if absent. */
  readonly messages?: Rate;
  /** Whether the component answers the message; answers are read without delay. */
  isAnswered(message: Response): boolean;
}
