import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRelative } from '../lib/format/instant.ts';
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
  const now = useNow();
  if (updatedAt === 0) return <Placeholder />;
  const fresh = live && now.getTime() - updatedAt < freshMilliseconds;
  const age = formatRelative(new Date(Math.min(updatedAt, now.getTime())), now, i18n.language);
  return (
    <span className={styles.live} data-fresh={fresh}>
      <span className={styles.dot} aria-hidden />
      <Text component="span" size="xs">
        {fresh ? t('live.fresh', { age }) : t('live.stale', { age })}
      </Text>
    </span>
  );
}

/** Has the height of the text, so that the layout does not shift. */
function Placeholder() {
  return (
    <Text component="span" size="xs" className={styles.live} aria-hidden>
      {'\u00a0'}
    </Text>
  );
}
