import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { modulesAnchor } from '../../features/settings/index.ts';
import type { FeatureFlag } from '../../modules/module.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { StateBlock } from '../../ui/state-block.tsx';

interface Props {
  flag: FeatureFlag;
}

const vpn = { title: 'module_off.title', text: 'module_off.text' } as const;
const texts = {
  wireguard_enabled: vpn,
  worker_enabled: { title: 'module_off.yubikeys_title', text: 'module_off.yubikeys_text' },
  openid_enabled: { title: 'module_off.apps_title', text: 'module_off.apps_text' },
  webhooks_enabled: { title: 'module_off.webhooks_title', text: 'module_off.webhooks_text' },
} as const satisfies Readonly<Record<FeatureFlag, unknown>>;

/** Replaces the pages of a module for administrators while it is off, and leads to its switch. */
export function ModuleOff({ flag }: Props) {
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
        <ButtonLink to="/settings" hash={modulesAnchor} variant="default">
          {t('module_off.to_settings')}
        </ButtonLink>
      }
    />
  );
}
