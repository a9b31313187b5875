import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatRelative, instantOf } from '../lib/format/instant.ts';
import { useLocale } from '../lib/format/use-locale.ts';
import { useNow } from '../lib/use-now.ts';
import styles from './relative-time.module.css';

interface Props {
  /** Instant of the API; missing values are shown as "never". */
  at: string | null | undefined;
}

/** "5 minutes ago", with the exact time and its zone on hover and focus. */
export function RelativeTime({ at }: Props) {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  if (!at) return <>{t('time.never')}</>;
  const instant = instantOf(at);
  return (
    <Tooltip label={formatInstant(instant, locale)} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be reachable by keyboard */}
      <time dateTime={instant.toISOString()} className={styles.time} tabIndex={0}>
        {formatRelative(instant, now, i18n.language)}
      </time>
    </Tooltip>
  );
}
