import { Branding, type SettingsEssentials } from '@gatewarden/contract/settings';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form, FormSection } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSaveBranding } from '../settings.queries.ts';

export function BrandingForm({ essentials }: { essentials: SettingsEssentials }) {
  const { t } = useTranslation('settings');
  const save = useSaveBranding();
  const form = useZodForm(Branding, { values: Branding.parse(essentials) });
  return (
    <Form
      form={form}
      onSubmit={(changes) =>
        save.mutate(changes, {
          onSuccess: () => {
            form.reset(changes);
            toast.success(t('branding.saved'));
          },
          onError: (error) => showError(form, error),
        })
      }
    >
      <FormSection title={t('branding.title')} text={t('branding.text')}>
        <TextField name="instance_name" label={t('branding.instance_name')} />
        <TextField
          name="main_logo_url"
          label={t('branding.main_logo_url')}
          help={t('branding.main_logo_url_help')}
          optional
          verbatim
        />
        <TextField
          name="nav_logo_url"
          label={t('branding.nav_logo_url')}
          help={t('branding.nav_logo_url_help')}
          optional
          verbatim
        />
      </FormSection>
      <SaveBar saving={save.isPending} />
    </Form>
  );
}
