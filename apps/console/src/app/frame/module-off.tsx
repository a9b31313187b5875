import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FeatureFlag } from '../../modules/module.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { StateBlock } from '../../ui/state-block.tsx';

interface Props {
  flag: FeatureFlag;
  isAdmin: boolean;
}

const vpn = { title: 'module_off.title', text: 'module_off.text' } as const;
const texts = {
  wireguard_enabled: vpn,
  // no page depends on it
  worker_enabled: vpn,
  openid_enabled: { title: 'module_off.apps_title', text: 'module_off.apps_text' },
  webhooks_enabled: { title: 'module_off.webhooks_title', text: 'module_off.webhooks_text' },
} as const satisfies Readonly<Record<FeatureFlag, unknown>>;

/** Replaces the pages of a module while it is off. Administrators can switch it on. */
export function ModuleOff({ flag, isAdmin }: Props) {
  const { t } = useTranslation();
  const { title, text } = texts[flag];
  return (
    <StateBlock
      asPage
      role="alert"
      icon={<IconPlugConnectedX />}
      title={t(title)}
      text={t(text)}
      action={
        <ButtonLink to={isAdmin ? '/settings' : '/'} variant="default">
          {isAdmin ? t('module_off.to_settings') : t('not_found.home')}
        </ButtonLink>
      }
    />
  );
}
