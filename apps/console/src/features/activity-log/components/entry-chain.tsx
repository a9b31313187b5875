import type { ActivityDetails } from '@gatewarden/contract/activity-log';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../../ui/code-text.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import styles from './entry.module.css';

/** Number and hash of the entry in the chain, and its address for sharing. */
export function EntryChain({ entry: { id, hash } }: { entry: ActivityDetails }) {
  const { t } = useTranslation('activity-log');
  return (
    <footer className={styles.chain}>
      <div className={styles.line}>
        <span>{t('entry.chain', { id })}</span>
        <CopyButton value={window.location.href} what={t('entry.link')} />
      </div>
      <CodeText value={hash} what={t('entry.hash')} oneLine />
      <div>
        <RichText text={t('entry.chain_text')} />
      </div>
    </footer>
  );
}
