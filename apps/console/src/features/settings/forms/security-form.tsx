import type { SecuritySettings, Settings } from '@gatewarden/contract/settings';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { DeviceLimitFields } from '../components/device-limit-fields.tsx';
import { ReauthenticationFields } from '../components/reauthentication-fields.tsx';
import { ReservedUsernamesFields } from '../components/reserved-usernames-fields.tsx';
import { SshKeysFields } from '../components/ssh-keys-fields.tsx';
import { useSaveSettings } from '../settings.queries.ts';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).SecuritySettings;
type SecurityFields = z.infer<typeof SecuritySettings>;

/** Protection of accounts; each section is a separate component. */
export function SecurityForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const save = useSaveSettings();
  const values = useMemo(() => toForm(settings), [settings]);
  const form = useZodForm<SecurityFields, SecurityFields>(loadSchema, { values });
  return (
    <Form
      form={form}
      onSubmit={(changes) =>
        save.mutate(changes, {
          onSuccess: () => {
            form.reset(changes);
            toast.success(t('security.saved'));
          },
          onError: (error) => showError(form, error),
        })
      }
    >
      <ReauthenticationFields isFixed={settings.settings_from_environment.includes('reauthentication_minutes')} />
      <DeviceLimitFields />
      <ReservedUsernamesFields />
      <SshKeysFields isTokenSet={settings.ssh_authorized_keys_token_set} />
      <SaveBar saving={save.isPending} />
    </Form>
  );
}

function toForm(settings: Settings): SecurityFields {
  const { reauthentication_minutes, devices_per_user, reserved_usernames, ssh_authorized_keys_addresses } = settings;
  return { reauthentication_minutes, devices_per_user, reserved_usernames, ssh_authorized_keys_addresses };
}
