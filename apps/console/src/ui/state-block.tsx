import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';
import styles from './state-block.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  /** Button for the next step. */
  action?: ReactNode;
  /** `alert` if it replaces requested content. */
  role?: 'alert' | 'status';
  /** Fills the page and sets the document title. */
  asPage?: boolean;
  /** `row`: in a frame, one list row high. */
  variant?: 'block' | 'row';
  /** The icon is a drawing without a frame. */
  isPicture?: boolean;
}

/** A page or panel without content: says why, and what to do. */
export function StateBlock({
  icon,
  title,
  text,
  action,
  role,
  asPage = false,
  variant = 'block',
  isPicture = false,
}: Props) {
  return (
    <div className={styles.block} data-variant={variant} role={role}>
      <span className={isPicture ? styles.picture : styles.icon} aria-hidden>
        {icon}
      </span>
      <div className={styles.words}>
        <Title order={asPage ? 1 : variant === 'row' ? 3 : 2} size={variant === 'row' ? 'h4' : 'h2'}>
          {title}
        </Title>
        {asPage && <PageTitle>{title}</PageTitle>}
        {text !== undefined && (
          <Text component="div" c="dimmed" className={styles.text}>
            {text}
          </Text>
        )}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
