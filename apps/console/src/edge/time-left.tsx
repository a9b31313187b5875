import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from './edge.queries.ts';

interface Props {
  session: Session;
  onOver: () => void;
}

const urgentSeconds = 120;

/** The time until the session ends, by the clock of the server. */
export function TimeLeft({ session, onOver }: Props) {
  const { t } = useTranslation('edge');
  const seconds = useSecondsLeft(session);
  useEffect(() => {
    if (seconds <= 0) onOver();
  }, [seconds, onOver]);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Text component="span" size="sm" role="timer" {...(seconds <= urgentSeconds && { c: 'red', fw: 600 })}>
      {t('steps.left', { time })}
    </Text>
  );
}

function useSecondsLeft({ seconds_left, readAt }: Session): number {
  const left = () => Math.max(0, Math.ceil(seconds_left - (performance.now() - readAt) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const update = () => setSeconds(Math.max(0, Math.ceil(seconds_left - (performance.now() - readAt) / 1000)));
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [seconds_left, readAt]);
  return seconds;
}
