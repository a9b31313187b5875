import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './cell-form.module.css';

interface Props {
  /** Accessible name: "Edit the groups of Ada". */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the cell that it edits. Escape and a click beside it cancel; the focus returns to the row. */
export function CellForm({ label, onClose, children }: Props) {
  return (
    <Popover
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      trapFocus
      width="20rem"
      withRoles={false}
    >
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
