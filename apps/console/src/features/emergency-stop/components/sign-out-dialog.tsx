import type { StopReport } from '@gatewarden/contract/emergency-stop';
import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { meQuery, useSignOut } from '../../auth/index.ts';
import { useStop } from '../emergency-stop.queries.ts';
import { StopProgress } from './stop-progress.tsx';

interface Props {
  username: string;
  onClose: () => void;
}

/** Ends all other access of the signed-in user and shows which gateways confirmed it; then optionally this session. */
export function SignOutDialog({ username, onClose }: Props) {
  const { t } = useTranslation('emergency-stop');
  const [report, setReport] = useState<StopReport>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={report ? t('own.done_title') : t('own.ask_title')}
      withCloseButton={report === undefined}
      closeOnClickOutside={report === undefined}
    >
      {report ? (
        <StopProgress username={username} report={report}>
          <Button variant="default" onClick={onClose}>
            {t('own.stay')}
          </Button>
          <SignOutHereButton />
        </StopProgress>
      ) : (
        <SignOutForm username={username} onStopped={setReport} onClose={onClose} />
      )}
    </Modal>
  );
}

function SignOutForm({ username, onStopped, onClose }: Props & { onStopped: (report: StopReport) => void }) {
  const { t } = useTranslation(['emergency-stop', 'common']);
  const stop = useStop(username);
  // by default only what the title says
  const [tokens, setTokens] = useState(false);
  const [devices, setDevices] = useState(false);
  return (
    <Stack gap="md">
      <Text>{t('own.sessions')}</Text>
      <Checkbox
        label={t('own.tokens')}
        description={t('own.tokens_help')}
        checked={tokens}
        onChange={(event) => setTokens(event.currentTarget.checked)}
      />
      <Checkbox
        label={t('own.devices')}
        description={t('own.devices_help')}
        checked={devices}
        onChange={(event) => setDevices(event.currentTarget.checked)}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:cancel')}
        </Button>
        <Button
          color="red"
          loading={stop.isPending}
          onClick={() =>
            stop.mutate({ disable: false, tokens, devices }, { onSuccess: onStopped, onError: showFailure })
          }
        >
          {t('own.confirm')}
        </Button>
      </DialogActions>
    </Stack>
  );
}

/** After the sign-out, the refetch of the user leads to the sign-in page. */
function SignOutHereButton() {
  const { t } = useTranslation('emergency-stop');
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  return (
    <Button
      loading={signOut.isPending}
      onClick={() =>
        signOut.mutate(undefined, {
          onSuccess: () => queryClient.invalidateQueries(meQuery()),
          onError: showFailure,
        })
      }
    >
      {t('own.leave')}
    </Button>
  );
}
