import type { LogProblemKind } from '@gatewarden/contract/activity-log';
import type { EventRules } from '../event-rules.ts';

interface ActivityLogEvents {
  /** The log is not the one that was last signed. Nothing is signed until an administrator acknowledges the problem. */
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
  /** An administration command was run in a shell, by this operating-system account. */
  'admin.command-run': { readonly command: string; readonly account: string; readonly outcome: string };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends ActivityLogEvents {}
}

export const activityLogEvents = {
  'activity-log.problem-found': {
    entry: ({ problem, number, entry_id }) => ({
      event: 'activity_log_problem',
      description: `The log does not continue checkpoint ${number}: ${problem.replaceAll('_', ' ')}`,
      metadata: { problem, number, entry_id },
    }),
    stale: { admins: ['notices'] },
  },
  'activity-log.problem-acknowledged': {
    entry: ({ problem, number, entry_id }) => ({
      event: 'activity_log_acknowledged',
      description: `Acknowledged that the log does not continue checkpoint ${number}: ${problem.replaceAll('_', ' ')}`,
      metadata: { problem, number, entry_id },
    }),
    stale: { admins: ['notices'] },
  },
  'admin.command-run': {
    entry: ({ command, account, outcome }) => ({
      event: 'admin_command_run',
      description: `${command} by ${account}: ${outcome}`,
      metadata: { command, account, outcome },
    }),
    stale: {},
  },
} as const satisfies EventRules<ActivityLogEvents>;
