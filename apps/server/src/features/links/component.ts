import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';

/** A process of its own that is linked to core, such as a gateway. */
export interface Component {
  /** UUID. */
  readonly id: string;
  /** Null for a component of the whole instance. */
  readonly location_id: number | null;
  readonly name: string | null;
  readonly hostname: string;
}

export type RefusalReason = 'join_token_invalid' | 'credential_unknown' | 'credential_revoked' | 'authority_refused';

/** A refused attempt to act as a component. Null stands for what the attempt did not reveal. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly locationId: number | null;
  readonly component: Component | null;
  readonly hostname: string | null;
}

/**
 * What a feature does when the links of its components change. Each function runs in the transaction of the change, which
 * fails with it.
 */
export interface ComponentKind {
  /** Stored with each component and join secret. */
  readonly name: string;
  /** Begins each credential of the kind, so that a leaked one is recognized. */
  readonly credentialPrefix: `${string}_`;
  /** @throws DomainError when the kind has no room for another component */
  joined(tx: Tx, component: Component, origin: Origin): Promise<void>;
  revoked(tx: Tx, component: Component, origin: Origin): Promise<void>;
  removed(tx: Tx, component: Component, origin: Origin): Promise<void>;
  /** Its stream ended, or was lost with the replica that owned it. */
  disconnected(tx: Tx, component: Component): Promise<void>;
  refused(tx: Tx, refusal: Refusal, origin: Origin): Promise<void>;
}

/** What each component reports of itself when a stream begins. */
export interface Greeting {
  readonly hostname: string;
  /** Of its program. */
  readonly version: string;
}

/** The messages of a kind, and what it does with a stream. */
export interface StreamHandler<Request, Response, Hello extends Greeting> {
  /** Undefined when the message is not a greeting. @throws DomainError when it is not valid */
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
  /** Tells the component where it reaches core's replicas. */
  coreAddresses(addresses: readonly string[]): Response;
  readonly pace: PaceRules<Request, Response>;
}

/** One stream, as its kind sees it. */
export interface StreamControl {
  readonly startedAt: Date;
  isEnded(): boolean;
  /** Has `next` called again. */
  wake(): void;
  /** Ends the stream with the reason, or without one so that the component reconnects. */
  end(reason?: Error): void;
  /** Records a sign of life, every few seconds at most. Ends the stream when it does not own its component any more. */
  seen(): Promise<void>;
  /**
   * Runs the work in a transaction if the stream still owns its component, and ends the stream otherwise.
   * @throws what the transaction throws
   */
  write(work: (tx: Tx) => Promise<void>): Promise<void>;
}

/** What a kind does with one stream. */
export interface Session<Request, Response> {
  /** The next message to the component; undefined while there is none. */
  next(): Promise<Response | undefined>;
  /** Handles one message. The next one is read afterwards; a failure ends the stream. */
  receive(message: Request): Promise<void>;
  /** Resolves when nothing of the session runs any more. Called once, before the component counts as disconnected. */
  close(): Promise<void>;
}

/** How fast core reads the messages of a kind. */
export interface PaceRules<Request, Response> {
  /** Seconds between two reports that core asks for. */
  reportSeconds(): number;
  /** How much of a periodic report the message is; undefined for any other message. */
  reportShare(message: Request): number | undefined;
  /** Whether the component answers it: the answer is read without delay. */
  isAnswered(message: Response): boolean;
}
