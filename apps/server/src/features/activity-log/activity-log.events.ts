import type { LogProblemKind } from '@gatewarden/contract/activity-log';
import type {} from '../../platform/events/events.ts';

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** The log is not the one that was signed last; nothing is signed until an administrator acknowledges it. */
    'activity-log.problem-found': {
      readonly problem: LogProblemKind;
      readonly number: number;
      readonly entry_id: number;
    };
    'activity-log.problem-acknowledged': {
      readonly problem: LogProblemKind;
      readonly number: number;
      readonly entry_id: number;
    };
    /** Somebody at the machine ran a command; `account` is theirs there. */
    'admin.command-run': { readonly command: string; readonly account: string; readonly outcome: string };
  }
}
