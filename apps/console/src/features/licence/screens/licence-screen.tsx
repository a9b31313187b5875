import { SettingsHeader } from '../../settings/index.ts';
import { Licence } from '../components/licence.tsx';

/** The license of the instance, among the settings. */
export function LicenceScreen() {
  return (
    <>
      <SettingsHeader />
      <Licence />
    </>
  );
}
