import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface Props {
  title: string;
  /** One line below the title. */
  text?: ReactNode;
  /** Beside the title: a switch, a button. */
  actions?: ReactNode;
  /** `open`: without a frame, for lists of full width. */
  variant?: 'framed' | 'open';
  /** Absent: only the heading and its actions. */
  children?: ReactNode;
}

/** A section of a page with a heading. */
export function Panel({ title, text, actions, variant = 'framed', children }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {text !== undefined && <div className={styles.text}>{text}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children !== undefined && <div className={variant === 'framed' ? styles.frame : undefined}>{children}</div>}
    </section>
  );
}
