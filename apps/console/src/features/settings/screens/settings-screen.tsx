import { SettingsHeader } from '../components/settings-header.tsx';
import { BrandingForm } from '../forms/branding-form.tsx';
import { useEssentials } from '../settings.queries.ts';

/** How the instance presents itself, first of what an administrator sets for all of it. */
export function SettingsScreen() {
  const essentials = useEssentials();
  return (
    <>
      <SettingsHeader />
      <BrandingForm essentials={essentials} />
    </>
  );
}
