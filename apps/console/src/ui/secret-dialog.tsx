import { Button, Checkbox, Modal, type ModalProps, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from './dialog-actions.tsx';
import { OutsideForm } from './failure-place.tsx';
import { LeaveGuard } from './form/save-bar.tsx';

interface Props extends Pick<ModalProps, 'size'> {
  title: string;
  /** What the user confirms; absent: "I have saved it". */
  savedLabel?: string;
  /** Question and consequence when the page is left before; absent: those of any secret. */
  leaveTitle?: string;
  leaveText?: string;
  onDone: () => void;
  /** The `SecretPanel`, and what else has to be known. */
  children: ReactNode;
}

/** Shows a secret once; only its button closes the dialog, after the user confirms that the secret is saved. */
export function SecretDialog({ title, size = 'md', savedLabel, leaveTitle, leaveText, onDone, children }: Props) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState(false);
  return (
    <Modal
      opened
      onClose={onDone}
      title={title}
      size={size}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <OutsideForm>
        <LeaveGuard
          active={!saved}
          title={leaveTitle ?? t('secret.leave_title')}
          text={leaveText ?? t('secret.leave_text')}
        />
        <Stack gap="md">
          {children}
          <Checkbox
            label={savedLabel ?? t('secret.saved')}
            checked={saved}
            onChange={(event) => setSaved(event.currentTarget.checked)}
          />
          <DialogActions>
            <Button disabled={!saved} onClick={onDone}>
              {t('secret.done')}
            </Button>
          </DialogActions>
        </Stack>
      </OutsideForm>
    </Modal>
  );
}
