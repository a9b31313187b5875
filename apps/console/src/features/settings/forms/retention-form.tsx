import type { RetentionSettings, Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { RetentionFields } from '../components/retention-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).RetentionSettings;
type Fields = z.infer<typeof RetentionSettings>;

/** How long traffic is stored. */
export function RetentionForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingsForm<Settings, Fields>
      schema={loadSchema}
      settings={settings}
      toForm={toForm}
      toRequest={(fields) => fields}
      saved={t('retention.saved')}
    >
      <RetentionFields />
    </SettingsForm>
  );
}

function toForm({ traffic_detail_days, traffic_history_days }: Settings): Fields {
  return { traffic_detail_days, traffic_history_days };
}
