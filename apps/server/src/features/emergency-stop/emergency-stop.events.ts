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
      readonly locations: readonly string[];
    };
  }
}
