import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether times of day have 12 hours. */
const TwelveHours = createContext(false);
export const TwelveHoursProvider = TwelveHours.Provider;

/** Language of the user with the hour cycle of the user as an extension: `en`, or `en-u-hc-h12`. */
export function useLocale(): string {
  const { i18n } = useTranslation();
  return useContext(TwelveHours) ? `${i18n.language}-u-hc-h12` : i18n.language;
}
