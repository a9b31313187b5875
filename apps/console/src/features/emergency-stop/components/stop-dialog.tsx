import type { StopReport } from '@gatewarden/contract/emergency-stop';
import type { UserInfo } from '@gatewarden/contract/users';
import { Button, Checkbox, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { useStop } from '../emergency-stop.queries.ts';
import { StopPreview } from './stop-preview.tsx';
import { StopProgress } from './stop-progress.tsx';

interface Props {
  user: UserInfo;
  onClose: () => void;
}

/** For administrators: revokes all access of a user and shows which gateways confirmed it. */
export function StopDialog({ user, onClose }: Props) {
  const { t } = useTranslation('emergency-stop');
  const [report, setReport] = useState<StopReport>();
  const name = personName(user);
  return (
    <Modal
      opened
      onClose={onClose}
      title={report ? t('done.title', { name }) : t('ask.title', { name })}
      withCloseButton={report === undefined}
      closeOnClickOutside={report === undefined}
    >
      {report ? (
        <StopProgress username={user.username} report={report}>
          <Button onClick={onClose}>{t('done.close')}</Button>
        </StopProgress>
      ) : (
        <StopForm user={user} onStopped={setReport} onClose={onClose} />
      )}
    </Modal>
  );
}

function StopForm({ user, onStopped, onClose }: Props & { onStopped: (report: StopReport) => void }) {
  const { t } = useTranslation(['emergency-stop', 'common']);
  const stop = useStop(user.username);
  // also for a disabled account: the stop suspends recently added items
  const [disable, setDisable] = useState(true);
  return (
    <Stack gap="md">
      <StopPreview username={user.username} disable={disable} />
      {user.is_active && (
        <Checkbox
          label={t('ask.disable')}
          description={t('ask.disable_help')}
          checked={disable}
          onChange={(event) => setDisable(event.currentTarget.checked)}
        />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:cancel')}
        </Button>
        <Button
          color="red"
          loading={stop.isPending}
          onClick={() => stop.mutate({ disable }, { onSuccess: onStopped, onError: showFailure })}
        >
          {t('ask.confirm')}
        </Button>
      </DialogActions>
    </Stack>
  );
}
