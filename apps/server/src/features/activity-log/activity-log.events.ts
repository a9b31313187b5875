import type {} from '../../platform/events/events.ts';

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** Somebody at the machine ran a command; `account` is theirs there. */
    'admin.command-run': { readonly command: string; readonly account: string; readonly outcome: string };
  }
}
