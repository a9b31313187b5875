import { NewOpenidApp } from '@gatewarden/contract/openid-apps';
import { z } from 'zod';

const { allowed_groups, requires_mfa, max_sign_in_age_minutes, skips_consent } = NewOpenidApp.shape;

export const AccessFields = z.object({
  allowed_groups: allowed_groups.unwrap(),
  requires_mfa: requires_mfa.unwrap(),
  /** Undefined: no limit. */
  max_sign_in_age_minutes: max_sign_in_age_minutes.unwrap().unwrap().optional(),
  skips_consent: skips_consent.unwrap(),
});
export type AccessFields = z.infer<typeof AccessFields>;
