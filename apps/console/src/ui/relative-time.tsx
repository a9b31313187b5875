import { Tooltip } from '@mantine/core';
import { type RefObject, useId, useRef, useState } from 'react';
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
  const now = useNow();
  const time = useRef<HTMLTimeElement>(null);
  const tooltipId = useId();
  const [isOpen, setIsOpen] = useState(false);
  // A page has many times, and most are never looked at: without its tooltip, one takes half as long.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!at) return <>{t('time.never')}</>;
  const instant = instantOf(at);
  const open = () => setIsOpen(true);
  const close = () => setIsOpen(false);
  return (
    <>
      <time
        ref={time}
        dateTime={instant.toISOString()}
        className={styles.time}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be reachable by keyboard
        tabIndex={0}
        aria-describedby={isOpen ? tooltipId : undefined}
        onPointerEnter={open}
        onPointerLeave={close}
        onFocus={open}
        onBlur={close}
      >
        {formatRelative(instant, now, i18n.language)}
      </time>
      {wasOpen && <ExactTime id={tooltipId} instant={instant} target={time} opened={isOpen} />}
    </>
  );
}

interface ExactTimeProps {
  id: string;
  instant: Date;
  target: RefObject<HTMLTimeElement | null>;
  opened: boolean;
}

function ExactTime({ id, instant, target, opened }: ExactTimeProps) {
  // the tooltip has an id of its own
  const label = <span id={id}>{formatInstant(instant, useLocale())}</span>;
  return <Tooltip label={label} target={target} opened={opened} />;
}
