import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './banner.module.css';

interface Props {
  /** Danger: something does not work. Warning: something is at risk. */
  readonly severity: 'danger' | 'warning';
  readonly title: ReactNode;
  /** The word on the button that opens the details. */
  readonly toggle: string;
  /** The details. */
  readonly children: ReactNode;
}

/** A condition of the instance, above every page: one line, so that several fit on a phone; the details open on demand. */
export function Banner({ severity, title, toggle, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const titleId = `${id}-title`;
  const detailsId = `${id}-details`;
  return (
    <div role="alert" aria-labelledby={titleId} className={styles.banner} data-severity={severity}>
      <UnstyledButton
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconAlertTriangle className={styles.icon} aria-hidden />
        <span id={titleId} className={styles.title}>
          {title}
        </span>
        <span className={styles.toggle}>{toggle}</span>
        <IconChevronDown className={styles.chevron} aria-hidden />
      </UnstyledButton>
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
