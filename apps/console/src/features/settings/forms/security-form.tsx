import type { SecuritySettings, Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DeviceLimitFields } from '../components/device-limit-fields.tsx';
import { ReauthenticationFields } from '../components/reauthentication-fields.tsx';
import { ReservedUsernamesFields } from '../components/reserved-usernames-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { SshKeysFields } from '../components/ssh-keys-fields.tsx';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).SecuritySettings;
type SecurityFields = z.infer<typeof SecuritySettings>;

/** Protection of accounts; each section is a separate component. */
export function SecurityForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingsForm<Settings, SecurityFields>
      schema={loadSchema}
      settings={settings}
      toForm={toForm}
      toRequest={(fields) => fields}
      saved={t('security.saved')}
    >
      <ReauthenticationFields isFixed={settings.settings_from_environment.includes('reauthentication_minutes')} />
      <DeviceLimitFields />
      <ReservedUsernamesFields />
      <SshKeysFields saved={settings} />
    </SettingsForm>
  );
}

function toForm(settings: Settings): SecurityFields {
  const { reauthentication_minutes, devices_per_user, reserved_usernames, ssh_authorized_keys_addresses } = settings;
  return { reauthentication_minutes, devices_per_user, reserved_usernames, ssh_authorized_keys_addresses };
}
