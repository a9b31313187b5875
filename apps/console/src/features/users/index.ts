import { loadTexts } from '../../i18n/i18n.ts';
import { lazy } from '../../lib/lazy.tsx';

export { NameSummary } from './bulk/name-summary.tsx';
export { ChangePasswordDialog } from './components/lazy-change-password-dialog.ts';
export { ManagedNote } from './components/managed-note.tsx';
export { ManagedReason } from './components/managed-reason.tsx';
export { PersonState } from './components/person-state.tsx';
export { AccountBadges } from './components/user-cells.tsx';
export { useUserPeek } from './components/user-peek.tsx';
export { UserDetailsForm } from './forms/user-details-form.tsx';
export type { PhoneFields } from './forms/user-form.schema.ts';
export { loadPhoneFields, toForm } from './forms/user-form.ts';
export { userAccessQuery, userQuery, usersQuery, useUpdateUser } from './users.queries.ts';

/** Loaded on first use, with its texts. */
export const PersonAction = lazy(async () => {
  const [module] = await Promise.all([
    import('./components/person-action.tsx'),
    loadTexts('users', 'mfa', 'auth-keys', 'yubikeys', 'emergency-stop'),
  ]);
  return { default: module.PersonAction };
});
