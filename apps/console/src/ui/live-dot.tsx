import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRelative } from '../lib/format/instant.ts';
import { useNow } from '../lib/use-now.ts';
import styles from './live-dot.module.css';

interface Props {
  /** When the data arrived, such as a query's `dataUpdatedAt`; 0 while there is none yet. */
  updatedAt: number;
  /** Whether later news would reach us: the stream is open and the last fetch worked. */
  live: boolean;
}

const freshMilliseconds = 60_000;

/** Says that what is shown is live, or how old it is. */
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

/** As high as what comes, so that nothing moves then. */
function Placeholder() {
  return (
    <Text component="span" size="xs" className={styles.live} aria-hidden>
      {'\u00a0'}
    </Text>
  );
}
