import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

/**
 * What happens to an account whose resource is deleted over SCIM. `keep` also ignores that a client deactivates an
 * administrator.
 */
const ScimRemoval = z.enum(['keep', 'disable', 'delete']);

/** Ours. */
const shape = {
  scim_user_removal: ScimRemoval,
  scim_admin_removal: ScimRemoval,
  /** Whether SCIM may change and adopt administrators and change the members of admin groups. */
  scim_manages_admins: z.boolean(),
  /** The share of the accounts that SCIM manages and may disable or delete within an hour; 100: all. */
  scim_removal_percent: z.int().min(1).max(100),
};

export const scimSettings = settingsSection({
  answer: z.object(shape),
  change: z.object(shape),
  defaults: {
    scim_user_removal: 'disable',
    scim_admin_removal: 'disable',
    scim_manages_admins: false,
    scim_removal_percent: 10,
  },
  protects: ['scim_user_removal', 'scim_admin_removal', 'scim_manages_admins', 'scim_removal_percent'],
});
