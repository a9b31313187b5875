import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';

interface Props {
  codes: readonly string[];
  /** What else has changed. */
  note?: string;
  finishLabel: string;
  onFinish: () => void;
}

/** Shows the codes once; only the button closes the dialog, after the user confirms that they are saved. */
export function SaveRecoveryCodes({ codes, note, finishLabel, onFinish }: Props) {
  const { t } = useTranslation('mfa');
  const [saved, setSaved] = useState(false);
  return (
    <Modal
      opened
      onClose={onFinish}
      title={t('codes.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <LeaveGuard active={!saved} title={t('codes.leave_title')} text={t('codes.leave_text')} />
      <Stack gap="md">
        <SecretPanel
          what={t('codes.what')}
          secret={codes.join('\n')}
          fileName="gatewarden-recovery-codes.txt"
          note={t('codes.text')}
        />
        <Checkbox
          label={t('codes.saved')}
          checked={saved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
        />
        {note !== undefined && <Text c="dimmed">{note}</Text>}
        <DialogActions>
          <Button disabled={!saved} onClick={onFinish}>
            {finishLabel}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
