import type { EventRules } from '../event-rules.ts';
import type { Template } from './templates.ts';

interface MailEvents {
  /** A mail is no longer retried. `reason` is the text of the mail server. */
  'mail.given-up': { readonly template: Template; readonly to: string; readonly reason: string };
  /** The mail server accepted a test mail. */
  'mail.test-sent': { readonly to: string };
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
  'mail.test-sent': {
    entry: ({ to }) => ({ event: 'mail_test_sent', description: `Test mail to ${to}`, metadata: { to } }),
    stale: {},
  },
} as const satisfies EventRules<MailEvents>;
