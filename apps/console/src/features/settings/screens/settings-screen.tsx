import { SettingsHead } from '../components/settings-head.tsx';
import { BrandingForm } from '../forms/branding-form.tsx';
import { useEssentials } from '../settings.queries.ts';

/** How the instance presents itself, first of what an administrator sets for all of it. */
export function SettingsScreen() {
  const essentials = useEssentials();
  return (
    <>
      <SettingsHead />
      <BrandingForm essentials={essentials} />
    </>
  );
}
