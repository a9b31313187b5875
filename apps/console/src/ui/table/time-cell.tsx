import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Elapsed, elapsedSince, formatInstant, formatRelative, instantOf } from '../../lib/format/instant.ts';
import { useLocale } from '../../lib/format/use-locale.ts';
import { useNow } from '../../lib/use-now.ts';

interface Props {
  /** Instant of the API. */
  at: string;
  /** Words around the age: "5 minutes ago, VPN"; or from the elapsed time: "down for 5 minutes". */
  format?: (age: string, elapsed: Elapsed) => string;
}

/** "5 minutes ago" in a list. The exact time is a tooltip of the browser, set on hover: `RelativeTime` costs too much per row. */
export function TimeCell({ at, format = (age) => age }: Props) {
  const { i18n } = useTranslation();
  const locale = useLocale();
  const instant = instantOf(at);
  const now = useNow();
  const showExact = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.title = formatInstant(instant, locale);
  };
  return (
    <time dateTime={`${at}Z`} onMouseEnter={showExact}>
      {format(formatRelative(instant, now, i18n.language), elapsedSince(instant, now))}
    </time>
  );
}
