import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

export const moduleSettings = settingsSection({
  answer: z.object({
    /** Calls about devices, locations, gateways and traffic, and the pages for them. Gateways continue without them. */
    wireguard_enabled: z.boolean(),
    /** Whether the console shows applications; signing in to them does not depend on it. */
    openid_enabled: z.boolean(),
    /** Whether the console shows webhooks; core sends events to them without. */
    webhooks_enabled: z.boolean(),
    /** Whether the console shows YubiKeys and their provisioners; provisioning does not depend on it. */
    worker_enabled: z.boolean(),
  }),
  change: z.object({
    wireguard_enabled: z.boolean(),
    openid_enabled: z.boolean(),
    webhooks_enabled: z.boolean(),
    worker_enabled: z.boolean(),
  }),
  defaults: { wireguard_enabled: true, openid_enabled: true, webhooks_enabled: true, worker_enabled: true },
  protects: ['wireguard_enabled'],
});
