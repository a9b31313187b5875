import type { RetentionSettings, Settings } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DeleteTrafficDialog } from '../components/delete-traffic-dialog.tsx';
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
      question={{
        isNeeded: (fields) => isShorter(fields, toForm(settings)),
        dialog: (question) => <DeleteTrafficDialog before={toForm(settings)} {...question} />,
      }}
      saved={t('retention.saved')}
    >
      <RetentionFields />
    </SettingsForm>
  );
}

function isShorter(after: Fields, before: Fields): boolean {
  return (
    after.traffic_detail_days < before.traffic_detail_days || after.traffic_history_days < before.traffic_history_days
  );
}

function toForm({ traffic_detail_days, traffic_history_days }: Settings): Fields {
  return { traffic_detail_days, traffic_history_days };
}
