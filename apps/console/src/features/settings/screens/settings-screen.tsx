import { SettingsHeader } from '../components/settings-header.tsx';
import { BrandingForm } from '../forms/branding-form.tsx';
import { useEssentials } from '../settings.queries.ts';

/** Branding, the first page of the settings. */
export function SettingsScreen() {
  const essentials = useEssentials();
  return (
    <>
      <SettingsHeader />
      <BrandingForm essentials={essentials} />
    </>
  );
}
