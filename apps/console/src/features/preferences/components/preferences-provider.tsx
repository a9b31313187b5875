import { useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { TwelveHoursProvider } from '../../../lib/format/use-locale.ts';
import { usePreferences } from '../preferences.queries.ts';

/** Applies the preferences of the signed-in user. Without a preference, the choice of this browser remains. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const { language, color_scheme: colorScheme, time_format: timeFormat } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (language) void changeLanguage(language);
  }, [language]);
  useEffect(() => {
    if (colorScheme) setColorScheme(colorScheme);
  }, [colorScheme, setColorScheme]);
  return <TwelveHoursProvider value={timeFormat === '12h'}>{children}</TwelveHoursProvider>;
}
