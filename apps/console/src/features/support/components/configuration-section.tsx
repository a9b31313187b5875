import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/code-block.tsx';
import styles from './configuration-preview.module.css';

interface Props {
  name: string;
  /** JSON, or the lines of it that were searched for. */
  text: string;
  isFiltered: boolean;
}

/** A part of the configuration. Long ones are only rendered while they are open. */
export function ConfigurationSection({ name, text, isFiltered }: Props) {
  const { t } = useTranslation('support');
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || isFiltered;
  return (
    <details
      className={styles.section}
      open={isShown}
      onToggle={({ currentTarget }) => !isFiltered && setIsOpen(currentTarget.open)}
    >
      <summary className={styles.title}>
        <IconChevronRight className={styles.icon} size="1rem" aria-hidden />
        <code>{name}</code>
        <span className={styles.lines}>{t('configuration.lines', { count: text.split('\n').length })}</span>
      </summary>
      {isShown && <CodeBlock label={t('configuration.part', { name })}>{text}</CodeBlock>}
    </details>
  );
}
