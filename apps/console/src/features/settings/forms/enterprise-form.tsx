import type { EnterpriseSettings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import { RestrictionFields } from '../components/restriction-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { useSaveRestrictions } from '../settings.queries.ts';

type Fields = Pick<EnterpriseSettings, 'admin_device_management' | 'only_client_activation' | 'disable_all_traffic'>;

const loadSchema = async () => (await import('@gatewarden/contract/devices.settings')).Restrictions;

/** What users without administrator rights cannot do with their devices. */
export function EnterpriseForm({ settings }: { settings: EnterpriseSettings }) {
  const { t } = useTranslation('settings');
  const save = useSaveRestrictions();
  return (
    <SettingsForm<EnterpriseSettings, Fields>
      schema={loadSchema}
      settings={settings}
      toForm={toForm}
      toRequest={(fields) => fields}
      save={save}
      saved={t('enterprise.saved')}
    >
      <RestrictionFields saved={settings} />
    </SettingsForm>
  );
}

function toForm({ admin_device_management, only_client_activation, disable_all_traffic }: EnterpriseSettings): Fields {
  return { admin_device_management, only_client_activation, disable_all_traffic };
}
