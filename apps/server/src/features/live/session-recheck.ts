import type { Actor } from '../../platform/actor.ts';
import { runAsSystem } from '../../platform/limits/work-owner.ts';
import type { Log } from '../../platform/log/log.ts';
import type { LiveStream } from './live-stream.ts';

export interface OpenConsole {
  actor: Actor;
  readonly stream: LiveStream;
}

/** Ends the streams of sessions and tokens that have ended, and updates the rights of the others. */
export interface SessionRecheck {
  /** Events only say that something changed: a query follows shortly, one for all consoles. */
  schedule(consoles: Iterable<OpenConsole>): void;
  stop(): void;
}

interface Dependencies {
  /** Those that are open now. */
  readonly consoles: ReadonlySet<OpenConsole>;
  /** Returns the actors whose session or token is still valid, with their current rights. */
  readonly listActiveActors: (actors: readonly Actor[]) => Promise<readonly Actor[]>;
  /** Called for a console whose user has other rights now. */
  readonly markAllStale: (console: OpenConsole) => void;
  readonly log: Log;
}

/** Debounces checks, because a change of rights often publishes several events. */
const debounceMilliseconds = 50;

export function createSessionRecheck({ consoles, listActiveActors, markAllStale, log }: Dependencies): SessionRecheck {
  const unchecked = new Set<OpenConsole>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  let isStopped = false;

  function schedule(some: Iterable<OpenConsole>): void {
    for (const one of some) unchecked.add(one);
    if (unchecked.size === 0 || isChecking || isStopped) return;
    // one check for all consoles, so not on account of the user whose console caused it
    timer ??= runAsSystem(() => setTimeout(run, debounceMilliseconds));
  }

  /** Runs one check at a time, so that an older result cannot overwrite a newer one. */
  function run(): void {
    timer = undefined;
    const checked = [...unchecked].filter((one) => consoles.has(one));
    unchecked.clear();
    if (checked.length === 0) return;
    isChecking = true;
    listActiveActors([...new Map(checked.map(({ actor }) => [callerKey(actor), actor])).values()])
      .then(
        (actors) => applyActors(checked, new Map(actors.map((actor) => [callerKey(actor), actor]))),
        // the database is unavailable to all calls; the next heartbeat retries
        (error: unknown) => log.debug({ err: error }, 'checking the sessions of live streams failed; retrying'),
      )
      .finally(() => {
        isChecking = false;
        schedule([]);
      });
  }

  function applyActors(checked: readonly OpenConsole[], actors: ReadonlyMap<string, Actor>): void {
    for (const one of checked) {
      const actor = actors.get(callerKey(one.actor));
      const hasOtherRights = actor?.isAdmin !== one.actor.isAdmin;
      if (!actor) one.stream.end();
      else one.actor = actor;
      if (actor && hasOtherRights) markAllStale(one);
    }
  }

  return {
    schedule,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Identifies the session or token of the caller; the stream ends with it. */
export function callerKey({ sessionId, token }: Actor): string {
  return token ? `token ${token.id}` : `session ${sessionId}`;
}
