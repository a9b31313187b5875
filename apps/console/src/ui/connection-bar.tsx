import { Button } from '@mantine/core';
import { IconCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { tryNow, useConnection } from '../lib/connection.ts';
import { useNewVersion } from '../lib/new-version.ts';
import styles from './connection-bar.module.css';

/**
 * Says that the server does not answer, that it is back, or that only a reload shows its new version. Stands at the lower
 * edge of every page, so that nothing moves when it appears; toasts, dialogs and fixed bars stay above it.
 */
export function ConnectionBar() {
  const { state, isTrying } = useConnection();
  const isOutdated = useNewVersion();
  const { t } = useTranslation();
  const isShown = state !== 'connected' || isOutdated;
  useEffect(() => {
    // figures and states on the page are no longer certain: style sheets withdraw their colors
    document.documentElement.dataset['connection'] = state === 'away' ? 'away' : 'live';
    document.documentElement.toggleAttribute('data-bar', isShown);
  }, [state, isShown]);
  return (
    <div className={styles.place} aria-live="polite">
      {state === 'away' && (
        <Bar tone="away" icon={<IconCloudOff size="1.25rem" />} text={t('connection.away')}>
          <Button variant="default" size="compact-sm" loading={isTrying} onClick={() => void tryNow()}>
            {t('connection.try_now')}
          </Button>
        </Bar>
      )}
      {state === 'restored' && (
        <Bar tone="restored" icon={<IconCheck size="1.25rem" />} text={t('connection.restored')} />
      )}
      {state === 'connected' && isOutdated && (
        <Bar tone="outdated" icon={<IconRefresh size="1.25rem" />} text={t('connection.outdated')}>
          <Button variant="default" size="compact-sm" onClick={() => window.location.reload()}>
            {t('connection.reload')}
          </Button>
        </Bar>
      )}
    </div>
  );
}

interface BarProps {
  tone: 'away' | 'restored' | 'outdated';
  icon: ReactNode;
  text: string;
  children?: ReactNode;
}

function Bar({ tone, icon, text, children }: BarProps) {
  return (
    <div className={styles.bar} data-tone={tone}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span>{text}</span>
      {children}
    </div>
  );
}
