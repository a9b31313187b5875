import { z } from 'zod';
import { defaultWelcomeMessage, defaultWelcomeSubject } from './enrollment-texts.ts';

const text = z.string().nullable();

/** Settings of features that do not exist yet. Requests may contain their current values, but not change them. */
export const UnavailableSettings = z.object({
  webhooks_enabled: z.boolean(),
  worker_enabled: z.boolean(),
  challenge_template: z.string(),
  enrollment_vpn_step_optional: z.boolean(),
  enrollment_welcome_message: text,
  enrollment_welcome_email: text,
  enrollment_welcome_email_subject: text,
  enrollment_use_welcome_message_as_email: z.boolean(),
  license: text,
});

/** Interface reference §7.5. */
export const unavailableDefaults: z.infer<typeof UnavailableSettings> = {
  webhooks_enabled: true,
  worker_enabled: true,
  challenge_template: '',
  enrollment_vpn_step_optional: true,
  enrollment_welcome_message: defaultWelcomeMessage,
  enrollment_welcome_email: defaultWelcomeMessage,
  enrollment_welcome_email_subject: defaultWelcomeSubject,
  enrollment_use_welcome_message_as_email: true,
  license: null,
};
