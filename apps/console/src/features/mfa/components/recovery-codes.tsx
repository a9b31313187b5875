import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { useEnableMfa } from '../mfa.queries.ts';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** Shown once; nothing goes on before the reader says that they are saved. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const { t } = useTranslation('mfa');
  const [saved, setSaved] = useState(false);
  const enable = useEnableMfa();
  const finish = () => enable.mutate(undefined, { onSuccess: onClose, onError: showFailure });
  return (
    <Modal
      opened
      onClose={onClose}
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
        <Text c="dimmed">{t('codes.sessions')}</Text>
        <DialogActions>
          <Button disabled={!saved} loading={enable.isPending} onClick={finish}>
            {t('codes.finish')}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  );
}
