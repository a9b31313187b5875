import type { UserSafe } from '../users/index.ts';

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** Numbers of what ended, and the names of the locations whose gateways had to be told. */
    'user.stopped': {
      readonly user: UserSafe;
      readonly disabled: boolean;
      readonly sessions: number;
      readonly tokens: number;
      readonly devices: number;
      /** That were suspended. */
      readonly keys: number;
      /** Whether an authenticator app was removed that had been added shortly before. Absent in older events. */
      readonly authenticator_removed?: boolean;
      /** Recovery codes of that time, which were deleted. Absent in older events. */
      readonly recovery_codes?: number;
      readonly locations: readonly string[];
    };
  }
}
