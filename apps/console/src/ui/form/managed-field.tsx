import { VisuallyHidden } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import styles from './managed-field.module.css';

/** Props of an input whose value another system manages: it is read-only, with a lock and the reason. */
export function managedInput(reason: string) {
  return {
    readOnly: true,
    classNames: { input: styles.input },
    rightSection: (
      <span className={styles.lock} title={reason}>
        <IconLock size="1rem" aria-hidden />
      </span>
    ),
    description: <VisuallyHidden>{reason}</VisuallyHidden>,
  } as const;
}
