import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { LogoField } from './logo-field.tsx';
import { RestoreBranding } from './restore-branding.tsx';

/** Name and logos of the instance, with previews. */
export function BrandingFields() {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('branding.title')} text={t('branding.text')}>
      <TextField name="instance_name" label={t('branding.instance_name')} autoComplete="off" />
      <LogoField name="main_logo_url" kind="main" />
      <LogoField name="nav_logo_url" kind="navigation" />
      <RestoreBranding />
    </FormSection>
  );
}
