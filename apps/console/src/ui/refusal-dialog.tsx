import { Button, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from './dialog-actions.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Explains why something is not possible. */
export function RefusalDialog({ title, onClose, children }: Props) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <Refusal onClose={onClose}>{children}</Refusal>
    </Modal>
  );
}

/** Content of a dialog in place of a form that would have nothing to offer. */
export function Refusal({ onClose, children }: Omit<Props, 'title'>) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <div>{children}</div>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
      </DialogActions>
    </Stack>
  );
}
