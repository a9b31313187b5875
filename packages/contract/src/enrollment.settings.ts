import { z } from 'zod';
import { documented } from './documented.ts';
import { defaultWelcomeMessage, defaultWelcomeSubject } from './enrollment-texts.ts';
import { line } from './primitives.ts';
import { settingsSection } from './settings-section.ts';

const text = z.string().nullable();
/** Characters of a message in Markdown. */
const messageLength = 8_000;
const Message = z.string().max(messageLength);

/** Host of letters, digits and hyphens, and printable ASCII characters after it. */
const pageUrl = String.raw`https?:\/\/[a-zA-Z0-9][a-zA-Z0-9.-]*(?::[1-9][0-9]{0,4})?(?:[\/?#][!-~]*)?`;
/** A page on the web; empty: none. */
const PageUrl = documented(line(2048).regex(new RegExp(`^(?:${pageUrl})?$`), { error: 'url' }), {
  type: 'string',
  maxLength: 2048,
  pattern: `^\\s*(?:${pageUrl})?\\s*$`,
});

/** What new people read and do. Interface reference §13.1. An empty message means that there is none. */
export const enrollmentSettings = settingsSection({
  answer: z.object({
    enrollment_vpn_step_optional: z.boolean(),
    enrollment_welcome_message: text,
    enrollment_welcome_email: text,
    enrollment_welcome_email_subject: text,
    enrollment_use_welcome_message_as_email: z.boolean(),
    client_download_url: z.string(),
  }),
  change: z.object({
    /** Whether new people can finish without adding a device. */
    enrollment_vpn_step_optional: z.boolean(),
    /** Markdown with placeholders, on the last page of the enrollment. */
    enrollment_welcome_message: Message,
    /** Markdown with placeholders, mailed after the enrollment. */
    enrollment_welcome_email: Message,
    enrollment_welcome_email_subject: line(254),
    enrollment_use_welcome_message_as_email: z.boolean(),
    /** Ours: where people install the VPN client; empty: they get no link. */
    client_download_url: PageUrl,
  }),
  defaults: {
    enrollment_vpn_step_optional: true,
    enrollment_welcome_message: defaultWelcomeMessage,
    enrollment_welcome_email: defaultWelcomeMessage,
    enrollment_welcome_email_subject: defaultWelcomeSubject,
    enrollment_use_welcome_message_as_email: true,
    client_download_url: '',
  },
  // people install what the page offers
  protects: ['client_download_url'],
});
