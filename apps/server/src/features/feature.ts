import type { ConnectRouter } from '@connectrpc/connect';
import type { AttentionKind, AttentionSeverity, AttentionSubject, ChecklistStep } from '@gatewarden/contract/home';
import type { NoticeKind } from '@gatewarden/contract/notices';
import type { EdgeRouter } from '../platform/http/edge-calls.ts';
import type { AddHttpScope } from '../platform/http/http-scope.ts';
import type { Router } from '../platform/http/router.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { Metric } from '../platform/metrics/metric.ts';
import type { EventRule } from './event-rules.ts';

/** A condition of the instance that administrators see on every page. */
export interface NoticeFacts {
  /** When the condition began; null if unknown. */
  readonly since: Date | null;
  /** Values for the text that the console shows; no secrets. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Undefined while the condition does not apply. Called often: may run at most one cheap query and must not write. */
export type FindNotice = () => Promise<NoticeFacts | undefined>;

/** A condition that administrators see on their home page. */
export interface AttentionFacts {
  readonly severity: AttentionSeverity;
  /** When the condition began; null if unknown. */
  readonly since: Date | null;
  /** Absent if it is about the instance. */
  readonly subject?: AttentionSubject;
  /** Values for the text that the console shows; no secrets. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  /** Differs if the condition ends and begins again; `since` if absent. */
  readonly occurrence?: Date;
}

/**
 * The current conditions of a kind, at most `maxAttentionPerKind`. Called often: may run one cheap query whose time does not
 * grow with the number of users, and must not write.
 */
export type FindAttention = () => Promise<readonly AttentionFacts[]>;

/** Whether a step of the setup is done for this user. As cheap as `FindAttention`. */
export type IsStepDone = (userId: number) => Promise<boolean>;

/** What a feature adds to core. Core iterates over a list of features and knows none of them by name. */
export interface Feature {
  /** The name of its folder. */
  readonly name: string;
  /** Adds its calls to the REST API. */
  readonly addRoutes?: (router: Router) => void;
  /** Adds a protocol with its own paths, bodies and errors beside the REST API. */
  readonly addHttpScope?: AddHttpScope;
  /** Adds its calls to the listener for programs that are not signed in. */
  readonly addEdgeRoutes?: (router: EdgeRouter) => void;
  /** Adds the gRPC calls of components such as gateways. */
  readonly addGrpcCalls?: (router: ConnectRouter) => void;
  readonly jobs?: readonly Job[];
  /** The rule of each event that it publishes or signals. */
  readonly events?: Readonly<Record<string, EventRule<never>>>;
  readonly notices?: Readonly<Partial<Record<NoticeKind, FindNotice>>>;
  readonly attention?: Readonly<Partial<Record<AttentionKind, FindAttention>>>;
  readonly checklist?: Readonly<Partial<Record<ChecklistStep, IsStepDone>>>;
  /** What operators can monitor. */
  readonly metrics?: readonly Metric[];
  /** Runs before core serves, after `start` of the features listed earlier. If it fails, core does not start. */
  readonly start?: () => Promise<void>;
  /** Runs once core serves and its addresses are known. Returns a line to print at the terminal, if any. */
  readonly serve?: () => Promise<string | undefined>;
  /** Ends responses that do not end by themselves, before core waits for the others. */
  readonly endStreams?: () => void;
  /**
   * Runs after core has stopped serving, before `stop` of the features listed earlier. Also runs if `start` did not.
   */
  readonly stop?: () => Promise<void>;
}
