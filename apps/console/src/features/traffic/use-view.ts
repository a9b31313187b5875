import { usePreferences, useSavePreferences } from '../preferences/index.ts';
import { useEssentials } from '../settings/index.ts';
import type { View } from './overview-search.ts';

/** The view in the address of the page, else the last one that the user chose, else that of the instance. */
export function useView(linkedView: View | undefined) {
  const { location_view: preferred } = usePreferences();
  const { mutate } = useSavePreferences();
  const { default_location_view: standard } = useEssentials();
  return { view: linkedView ?? preferred ?? standard, saveView: (view: View) => mutate({ location_view: view }) };
}
