import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ProvisionForm } from '../forms/provision-form.tsx';
import { ProvisionProgress } from './provision-progress.tsx';

interface Props {
  username: string;
  ownerName: string;
  onClose: () => void;
}

/** Lets a provisioner create keys on a YubiKey for a user, and follows its job. */
export function ProvisionDialog({ username, ownerName, onClose }: Props) {
  const { t } = useTranslation('yubikeys');
  const [jobId, setJobId] = useState<number>();
  return (
    <FormDialog
      onClose={onClose}
      title={t('provision.title', { name: ownerName })}
      closeOnClickOutside={jobId === undefined}
    >
      {jobId === undefined ? (
        <ProvisionForm username={username} onStarted={setJobId} onClose={onClose} />
      ) : (
        <ProvisionProgress jobId={jobId} onAgain={() => setJobId(undefined)} onClose={onClose} />
      )}
    </FormDialog>
  );
}
