import type { ConnectRouter } from '@connectrpc/connect';
import type { NoticeKind } from '@gatewarden/contract/notices';
import type { Router } from '../platform/http/router.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { EventRule } from './event-rules.ts';

/** A condition of the instance that administrators see on every page. */
export interface NoticeFacts {
  /** When the condition began; null when that is unknown. */
  readonly since: Date | null;
  /** Named by the console's sentence; no secrets. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Undefined while the condition does not apply. Called often: at most one cheap query, and no write. */
export type FindNotice = () => Promise<NoticeFacts | undefined>;

/** What a feature adds to core. Core goes through a list of these and knows no feature by name. */
export interface Feature {
  /** Its folder. */
  readonly name: string;
  /** Adds its calls of the REST API. */
  readonly addRoutes?: (router: Router) => void;
  /** Adds the calls that components such as gateways make. */
  readonly addGrpcCalls?: (router: ConnectRouter) => void;
  readonly jobs?: readonly Job[];
  /** What follows from each event that it publishes or announces. */
  readonly events?: Readonly<Record<string, EventRule<never>>>;
  readonly notices?: Readonly<Partial<Record<NoticeKind, FindNotice>>>;
  /** Runs before anything is served, after the features listed before. A failure ends the start. */
  readonly start?: () => Promise<void>;
  /** Runs once core serves and its addresses are known. Returns a line for the person at the terminal, if any. */
  readonly serve?: () => Promise<string | undefined>;
  /** Ends answers that have no end of their own, before the others are waited for. */
  readonly endStreams?: () => void;
  /** Runs when nothing is served any more, before the features listed before. Also without `start`. */
  readonly stop?: () => Promise<void>;
}
