import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FeatureFlag } from '../../modules/module.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { StateBlock } from '../../ui/state-block.tsx';

interface Props {
  flag: FeatureFlag;
  isAdmin: boolean;
}

/** Replaces the pages of a module while it is off. Administrators can switch it on. */
export function ModuleOff({ flag, isAdmin }: Props) {
  const { t } = useTranslation();
  const isOfApps = flag === 'openid_enabled';
  return (
    <StateBlock
      asPage
      role="alert"
      icon={<IconPlugConnectedX />}
      title={t(isOfApps ? 'module_off.apps_title' : 'module_off.title')}
      text={t(isOfApps ? 'module_off.apps_text' : 'module_off.text')}
      action={
        <ButtonLink to={isAdmin ? '/settings' : '/'} variant="default">
          {isAdmin ? t('module_off.to_settings') : t('not_found.home')}
        </ButtonLink>
      }
    />
  );
}
