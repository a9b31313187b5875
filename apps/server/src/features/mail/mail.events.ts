import type { Template } from './templates.ts';

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** A mail was given up. `reason` is the mail server's own text. */
    'mail.given-up': { readonly template: Template; readonly to: string; readonly reason: string };
  }
}
