import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/links.tsx';
import { StateBlock } from '../../ui/state-block.tsx';

/** Replaces the pages of the VPN module, the only one so far, while it is off. Administrators can switch it on. */
export function ModuleOff({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation();
  return (
    <StateBlock
      asPage
      role="alert"
      icon={<IconPlugConnectedX />}
      title={t('module_off.title')}
      text={t('module_off.text')}
      action={
        <ButtonLink to={isAdmin ? '/settings' : '/'} variant="default">
          {isAdmin ? t('module_off.to_settings') : t('not_found.home')}
        </ButtonLink>
      }
    />
  );
}
