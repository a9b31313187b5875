import { loadTexts } from '../../i18n/i18n.ts';
import { lazy } from '../../lib/lazy.tsx';

export { useOpenInvitation } from './enrollment.queries.ts';

// loaded on first use, with their texts

export const IssueTokenDialog = lazy(async () => {
  const [file] = await Promise.all([import('./forms/issue-token-dialog.tsx'), loadTexts('enrollment')]);
  return { default: file.IssueTokenDialog };
});

export const ActivateOwnClient = lazy(async () => {
  const [file] = await Promise.all([import('./components/activate-own-client.tsx'), loadTexts('enrollment')]);
  return { default: file.ActivateOwnClient };
});

export const InvitePeopleDialog = lazy(async () => {
  const [file] = await Promise.all([
    import('./components/invite-people-dialog.tsx'),
    loadTexts('enrollment', 'errors'),
  ]);
  return { default: file.InvitePeopleDialog };
});

export const PasswordResetDialog = lazy(async () => {
  const [file] = await Promise.all([import('./components/password-reset-dialog.tsx'), loadTexts('enrollment')]);
  return { default: file.PasswordResetDialog };
});
