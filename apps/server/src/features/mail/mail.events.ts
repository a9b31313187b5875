import type { EventRules } from '../event-rules.ts';
import type { Template } from './templates.ts';

interface MailEvents {
  /** A mail is no longer retried. `reason` is the text of the mail server. */
  'mail.given-up': { readonly template: Template; readonly to: string; readonly reason: string };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends MailEvents {}
}

export const mailEvents = {
  'mail.given-up': {
    entry: ({ template, to, reason }) => ({
      event: 'mail_given_up',
      description: `Mail ${template} to ${to}: ${reason}`,
      metadata: { template, to, reason },
    }),
    stale: {},
  },
} as const satisfies EventRules<MailEvents>;
