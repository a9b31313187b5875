import { Stack } from '@mantine/core';
import { Installation } from '../components/installation.tsx';
import { GeneralForm } from '../forms/general-form.tsx';
import { useEssentials } from '../settings.queries.ts';

/** Branding, what the console shows and the installation: the first page of the settings. */
export function SettingsScreen() {
  const essentials = useEssentials();
  return (
    <Stack gap="xl">
      <GeneralForm essentials={essentials} />
      <Installation />
    </Stack>
  );
}
