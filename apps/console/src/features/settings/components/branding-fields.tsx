import { Button } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { defaultBranding, type GeneralFields, productLogos } from '../forms/general.ts';
import { LogoPreview } from './logo-preview.tsx';

const keys = ['instance_name', 'main_logo_url', 'nav_logo_url'] as const;

/** Name and logos of the instance, with previews. */
export function BrandingFields() {
  const { t } = useTranslation('settings');
  const { control, setValue } = useFormContext<GeneralFields>();
  const current = useWatch({ control });
  const isDefault = keys.every((key) => current[key] === defaultBranding[key]);
  const resetToDefault = () => {
    for (const key of keys) setValue(key, defaultBranding[key], { shouldDirty: true, shouldValidate: true });
  };
  return (
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
  );
}
