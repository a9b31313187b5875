export { AuthorizedApps } from './components/authorized-apps.tsx';
export { ChangePasswordDialog } from './components/lazy-change-password-dialog.ts';
export { ManagedNote } from './components/managed-note.tsx';
export { PersonState } from './components/person-state.tsx';
export { UserDetailsForm } from './forms/user-details-form.tsx';
export type { PhoneFields } from './forms/user-form.schema.ts';
export { loadPhoneFields, toForm } from './forms/user-form.ts';
export { userAccessQuery, userQuery, usersQuery, useUpdateUser } from './users.queries.ts';
