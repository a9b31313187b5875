import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from './code-text.tsx';
import styles from './confirm-dialog.module.css';
import { DialogActions } from './dialog-actions.tsx';
import { OutsideForm } from './failure-place.tsx';
import { RichText } from './rich-text.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** A question: "Delete the location Warsaw?" */
  title: string;
  /** Consequences with numbers: "12 devices of 5 people lose access to this location immediately." */
  consequences: ReactNode;
  /** A verb: "Delete location". */
  confirmLabel: string;
  /** For irreversible actions: name that has to be typed. */
  typeToConfirm?: string;
  /** Whether the action is destructive. */
  danger?: boolean;
  confirming?: boolean;
}

/** Asks for confirmation. Stays open while the action runs, and if it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <OutsideForm>
        <Body {...props} />
      </OutsideForm>
    </Modal>
  );
}

function Body({
  onClose,
  onConfirm,
  consequences,
  confirmLabel,
  typeToConfirm,
  danger = true,
  confirming,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const blocked = typeToConfirm !== undefined && typed !== typeToConfirm;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocked) onConfirm();
      }}
    >
      <Stack gap="md">
        <div>{consequences}</div>
        {typeToConfirm !== undefined && (
          <TextInput
            label={
              <RichText
                text={t('confirm.type', { name: typeToConfirm })}
                parts={{ name: (name) => <CodeText value={name} variant="filled" /> }}
              />
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
            spellCheck={false}
          />
        )}
        <div className={styles.footer}>
          <DialogActions>
            <Button variant="default" onClick={onClose} data-autofocus={typeToConfirm === undefined || undefined}>
              {t('cancel')}
            </Button>
            <Button type="submit" color={danger ? 'red' : 'iris'} disabled={blocked} loading={confirming ?? false}>
              {confirmLabel}
            </Button>
          </DialogActions>
        </div>
      </Stack>
    </form>
  );
}
