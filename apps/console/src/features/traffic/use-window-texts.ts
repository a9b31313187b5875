import { useTranslation } from 'react-i18next';
import { inDays, type WindowHours } from './time-window.ts';

/** Texts for a window, in hours or whole days. */
export function useWindowTexts() {
  const { t } = useTranslation('traffic');
  return {
    /** "Last 4 hours" */
    last(hours: WindowHours): string {
      const days = inDays(hours);
      return days === undefined ? t('window.hours', { count: hours }) : t('window.days', { count: days });
    },
    /** "12 in the last 4 hours" */
    during(active: number, hours: WindowHours): string {
      const days = inDays(hours);
      return days === undefined
        ? t('window.active_hours', { count: hours, active })
        : t('window.active_days', { count: days, active });
    },
  };
}
