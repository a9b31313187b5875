import { type ReactNode, useCallback, useEffect } from 'react';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { useReturn } from '../../../lib/connection.ts';
import { TwelveHoursProvider } from '../../../lib/format/use-locale.ts';
import { useColorScheme } from '../../../ui/theme/use-color-scheme.ts';
import { usePreferences } from '../preferences.queries.ts';

/** Applies the preferences of the signed-in user. Without a preference, the choice of this browser remains. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const { language, color_scheme: colorScheme, time_format: timeFormat } = usePreferences();
  const { setColorScheme } = useColorScheme();
  const applyLanguage = useCallback(() => {
    // without its texts the language remains as it is until the server is back
    if (language) changeLanguage(language).catch(() => undefined);
  }, [language]);
  useEffect(applyLanguage, [applyLanguage]);
  useReturn(applyLanguage);
  useEffect(() => {
    if (colorScheme) setColorScheme(colorScheme);
  }, [colorScheme, setColorScheme]);
  return <TwelveHoursProvider value={timeFormat === '12h'}>{children}</TwelveHoursProvider>;
}
