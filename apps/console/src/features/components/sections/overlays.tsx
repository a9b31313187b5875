import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import styles from './sections.module.css';

const toasts = ['info', 'success', 'warning', 'error'] as const;

/** Dialogs, messages and secrets. */
export function Overlays() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpened(true)}>
          Confirm
        </Button>
        <Button
          variant="default"
          onClick={() => showUndoable('Laptop was removed', () => toast.success('Laptop was restored'))}
        >
          undo
        </Button>
        {toasts.map((type) => (
          <Button
            key={type}
            variant="default"
            onClick={() => toast[type](`A message of type ${type}`, { subMessage: 'With a second line' })}
          >
            {type}
          </Button>
        ))}
      </Group>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        onConfirm={() => setOpened(false)}
        title="Delete the location Warsaw?"
        consequences="12 devices of 5 people lose access to this location immediately."
        confirmLabel="Delete location"
        typeToConfirm="Warsaw"
      />
      <div className={styles.columns}>
        <div className={styles.dialog}>
          <SecretPanel what="API token" secret="gw_0123456789abcdef0123456789abcdef" fileName="token.txt" />
          <DialogActions>
            <Button variant="default">Back</Button>
            <Button>Done</Button>
          </DialogActions>
        </div>
        <QrCode text="[Interface]" label="Configuration" />
      </div>
    </>
  );
}
