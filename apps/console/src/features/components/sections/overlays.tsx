import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { CodeText } from '../../../ui/code-text.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { PeekDrawer } from '../../../ui/peek/peek-drawer.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import styles from './sections.module.css';

const secret = 'gw_0123456789abcdef0123456789abcdef';
const configuration = '[Interface]\nPrivateKey = example\nAddress = 10.20.0.5';
const toasts = ['info', 'success', 'warning', 'error'] as const;

const summary: Peek = {
  title: 'Travel laptop',
  icon: <Avatar name="Travel laptop" />,
  state: <StatusBadge tone="success">Connected</StatusBadge>,
  open: (
    <Button variant="default" size="compact-sm">
      Open
    </Button>
  ),
  content: <FactList facts={[{ label: 'Address', value: <CodeText value="10.20.0.5" what="Address" /> }]} />,
};

/** Dialogs, messages and secrets. */
export function Overlays() {
  const [opened, setOpened] = useState<'Confirm' | 'Secret' | 'Summary'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Group gap="sm">
        {(['Confirm', 'Secret', 'Summary'] as const).map((name) => (
          <Button key={name} variant="default" onClick={() => setOpened(name)}>
            {name}
          </Button>
        ))}
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
        opened={opened === 'Confirm'}
        onClose={close}
        onConfirm={close}
        title="Delete the location Warsaw?"
        consequences="12 devices of 5 people lose access to this location immediately."
        confirmLabel="Delete location"
        typeToConfirm="Warsaw"
      />
      {opened === 'Secret' && (
        <SecretDialog title="Token CI" onDone={close}>
          <SecretPanel what="New token" secret={secret} download={{ fileName: 'token.txt' }} />
        </SecretDialog>
      )}
      {opened === 'Summary' && <PeekDrawer peek={summary} onClose={close} />}
      <div className={styles.columns}>
        <div className={styles.dialog}>
          <SecretPanel what="API token" secret={secret} download={{ fileName: 'token.txt' }} />
          <DialogActions>
            <Button variant="default">Back</Button>
            <Button>Done</Button>
          </DialogActions>
        </div>
        <SecretPanel
          what="Configuration"
          secret={configuration}
          note="A file: the download comes first, its text on demand."
          download={{ fileName: 'laptop.conf', label: 'Download file' }}
          isFile
          folded="Show as text"
        />
        <QrCode text="[Interface]" label="QR code of the configuration" />
      </div>
    </>
  );
}
