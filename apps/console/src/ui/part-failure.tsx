import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturn } from '../lib/connection.ts';
import { failureText } from '../lib/failure-text.ts';
import { ErrorState } from './error-state.tsx';
import styles from './part-failure.module.css';

interface Props {
  error: unknown;
  onRetry: () => void;
  /** Stands above the page, because a dialog has no place on it. */
  isDialog?: boolean;
  onClose?: (() => void) | undefined;
}

/** In place of a part of the page whose code could not be loaded. */
export function PartFailure({ error, onRetry, isDialog = false, onClose }: Props) {
  const { t } = useTranslation();
  useReturn(isDialog ? onRetry : undefined);
  if (!isDialog) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <div role="alert" className={styles.card}>
      <p className={styles.text}>{failureText(error)}</p>
      <div className={styles.actions}>
        {onClose && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onClose}>
            {t('close')}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      </div>
    </div>
  );
}
