import type { SettingsEssentials } from '@gatewarden/contract/settings';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form, FormSection } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConsoleFields } from '../components/console-fields.tsx';
import { LogoPreview } from '../components/logo-preview.tsx';
import { useSaveSettings } from '../settings.queries.ts';
import { defaultBranding, type GeneralFields, productLogos, toForm } from './general.ts';

const loadSchema = async () => (await import('@gatewarden/contract/settings')).GeneralSettings;

/** Name and logos of the instance, with previews, and what the console shows. */
export function GeneralForm({ essentials }: { essentials: SettingsEssentials }) {
  const { t } = useTranslation('settings');
  const save = useSaveSettings();
  const values = useMemo(() => toForm(essentials), [essentials]);
  const form = useZodForm<GeneralFields, GeneralFields>(loadSchema, { values });
  const current = useWatch({ control: form.control });
  const isDefault = keys.every((key) => current[key] === defaultBranding[key]);
  const resetToDefault = () => {
    for (const key of keys) form.setValue(key, defaultBranding[key], { shouldDirty: true, shouldValidate: true });
  };
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
        <TextField name="instance_name" label={t('branding.instance_name')} autoComplete="off" />
        <TextField
          name="main_logo_url"
          label={t('branding.main_logo_url')}
          help={t('branding.main_logo_url_help')}
          autoComplete="off"
          optional
          verbatim
        />
        <LogoPreview url={current.main_logo_url ?? ''} defaultUrl={productLogos.main} kind="main" />
        <TextField
          name="nav_logo_url"
          label={t('branding.nav_logo_url')}
          help={t('branding.nav_logo_url_help')}
          autoComplete="off"
          optional
          verbatim
        />
        <LogoPreview url={current.nav_logo_url ?? ''} defaultUrl={productLogos.nav} kind="navigation" />
        {!isDefault && (
          <div>
            <Button variant="default" onClick={resetToDefault}>
              {t('branding.reset')}
            </Button>
          </div>
        )}
      </FormSection>
      <ConsoleFields />
      <SaveBar saving={save.isPending} />
    </Form>
  );
}

const keys = ['instance_name', 'main_logo_url', 'nav_logo_url'] as const;
