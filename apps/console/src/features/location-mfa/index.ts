import { loadTexts } from '../../i18n/i18n.ts';
import { lazy } from '../../lib/lazy.tsx';

/** Loaded on first use, with its texts: few devices have a session. */
export const ConnectSession = lazy(async () => {
  const [module] = await Promise.all([import('./components/connect-session.tsx'), loadTexts('location-mfa', 'errors')]);
  return { default: module.ConnectSession };
});

export const EndSessionDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('./components/end-session-dialog.tsx'),
    loadTexts('location-mfa', 'errors'),
  ]);
  return { default: module.EndSessionDialog };
});
