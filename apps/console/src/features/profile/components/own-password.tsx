import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useMe } from '../../auth/index.ts';
import { ChangePasswordDialog } from '../../users/index.ts';
import { RemovePasswordDialog } from './remove-password-dialog.tsx';

const SetOwnPasswordDialog = lazy(async () => ({
  default: (await import('./set-own-password-dialog.tsx')).SetOwnPasswordDialog,
}));

/** Password of the signed-in user, which users with a passkey can remove. */
export function OwnPassword() {
  const { t } = useTranslation('users');
  const { has_password, webauthn_enabled } = useMe();
  const [open, setOpen] = useState<'change' | 'remove' | 'set'>();
  const close = () => setOpen(undefined);
  const actions = (
    <Group gap="sm">
      {has_password && webauthn_enabled && (
        <Button variant="default" onClick={() => setOpen('remove')}>
          {t('action.remove_password')}
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen(has_password ? 'change' : 'set')}>
        {t(has_password ? 'action.password' : 'action.own_password')}
      </Button>
    </Group>
  );
  return (
    <>
      <Panel
        title={t('field.password')}
        text={t(has_password ? 'profile.password_text' : 'profile.no_password_text')}
        variant="open"
        actions={actions}
      />
      <Suspense>
        {open === 'change' && <ChangePasswordDialog onClose={close} />}
        {open === 'set' && <SetOwnPasswordDialog onClose={close} />}
      </Suspense>
      {open === 'remove' && <RemovePasswordDialog onClose={close} />}
    </>
  );
}
