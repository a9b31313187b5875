import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { useListensForClients } from '../../settings/index.ts';

/** Above the people whose account is not set up: what the administrator can do about it. */
export function InviteHint({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation('users');
  if (!useListensForClients()) return;
  return (
    <Callout
      tone="info"
      mb="md"
      action={
        <Button variant="default" onClick={onInvite}>
          {t('invite.all')}
        </Button>
      }
    >
      {t('invite.text')}
    </Callout>
  );
}
