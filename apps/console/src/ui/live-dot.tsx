import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../lib/connection.ts';
import { formatAge } from '../lib/format/instant.ts';
import { useNow } from '../lib/use-now.ts';
import styles from './live-dot.module.css';

interface Props {
  /** Time of the data, such as `dataUpdatedAt` of a query; 0 before the first response. */
  updatedAt: number;
  /** Whether updates arrive: the stream is open and the last fetch succeeded. */
  live: boolean;
}

const freshMilliseconds = 60_000;

/** Shows that the data is live, or its age. */
export function LiveDot({ updatedAt, live }: Props) {
  const { t, i18n } = useTranslation();
  const isAway = useConnection().state === 'away';
  const isCurrent = live && !isAway;
  const now = useClock(!isCurrent);
  if (updatedAt === 0) return <Placeholder />;
  const fresh = isCurrent && now.getTime() - updatedAt < freshMilliseconds;
  const age = formatAge(new Date(Math.min(updatedAt, now.getTime())), now, i18n.language);
  return (
    <span className={styles.live} data-fresh={fresh}>
      <span className={styles.dot} aria-hidden />
      <Text component="span" size="xs">
        {fresh ? t('live.fresh') : t(isAway ? 'live.lost' : 'live.stale', { age })}
      </Text>
    </span>
  );
}

/** Current time, to the second while the data grows old. */
function useClock(inSeconds: boolean): Date {
  const now = useNow();
  const [second, setSecond] = useState(0);
  useEffect(() => {
    if (!inSeconds) return;
    const tick = () => setSecond(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [inSeconds]);
  return inSeconds && second > 0 ? new Date(Math.max(second, now.getTime())) : now;
}

/** Has the height of the text, so that the layout does not shift. */
function Placeholder() {
  return (
    <Text component="span" size="xs" className={styles.live} aria-hidden>
      {'\u00a0'}
    </Text>
  );
}
