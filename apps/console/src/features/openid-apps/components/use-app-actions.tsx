import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSetAppState } from '../openid-apps.queries.ts';
import { DeleteAppDialog } from './delete-app-dialog.tsx';
import { DisableAppDialog } from './disable-app-dialog.tsx';

export type AppAction = 'enable' | 'disable' | 'delete';

/**
 * Actions of lists and pages: a function that runs one, which is stable, and the dialog that is open. Enabling needs no
 * question.
 */
export function useAppActions(onDeleted?: () => void): {
  readonly runAction: (action: AppAction, app: OpenidApp) => void;
  readonly dialog: ReactNode;
} {
  const { t } = useTranslation('openid-apps');
  const { mutate } = useSetAppState();
  const [open, setOpen] = useState<{ action: AppAction; app: OpenidApp }>();
  const close = () => setOpen(undefined);
  const runAction = useCallback(
    (action: AppAction, app: OpenidApp) => {
      if (action !== 'enable') return setOpen({ action, app });
      mutate(
        { clientId: app.client_id, enabled: true },
        { onSuccess: () => toast.success(t('enabled_done', { app: app.name })), onError: showFailure },
      );
    },
    [mutate, t],
  );
  return {
    runAction,
    dialog: (
      <>
        {open?.action === 'disable' && <DisableAppDialog app={open.app} onClose={close} />}
        {open?.action === 'delete' && (
          <DeleteAppDialog app={open.app} onClose={close} {...(onDeleted && { onDeleted })} />
        )}
      </>
    ),
  };
}
