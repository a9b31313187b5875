export { AuthorizedApps } from './components/authorized-apps.tsx';
export { ChangePasswordDialog } from './components/change-password-dialog.tsx';
export { ManagedNote } from './components/managed-note.tsx';
export { PersonState } from './components/person-state.tsx';
export { UserDetailsForm } from './forms/user-details-form.tsx';
export { toForm, UserFields } from './forms/user-form.ts';
export { userQuery, usersQuery, useUpdateUser } from './users.queries.ts';
