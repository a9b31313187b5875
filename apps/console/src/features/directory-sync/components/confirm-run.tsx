import type { SyncRunDetails } from '@gatewarden/contract/directory-sync';
import { Checkbox, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useConfirmSync } from '../directory-sync.queries.ts';

/** Asks before a run that waits is applied, with what it removes. */
export function ConfirmRun({ run, onClose }: { run: SyncRunDetails; onClose: () => void }) {
  const { t } = useTranslation('directory-sync');
  const navigate = useNavigate();
  const confirm = useConfirmSync(run.id);
  const [administrators, setAdministrators] = useState<readonly number[]>([]);
  const toggle = (id: number) =>
    setAdministrators((chosen) => (chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]));
  const removed = (run.counts?.disabled ?? 0) + (run.counts?.deleted ?? 0);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('confirm.title')}
      consequences={
        <Stack>
          <div>{t('confirm.text', { count: removed })}</div>
          {(run.differences?.unconfirmed ?? []).map(({ user_id: id, username }) => (
            <Checkbox
              key={id}
              label={t('confirm.link', { username })}
              checked={administrators.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </Stack>
      }
      confirmLabel={t('confirm.apply')}
      confirming={confirm.isPending}
      danger={removed > 0}
      onConfirm={() =>
        confirm.mutate(administrators, {
          onSuccess: ({ id }) => {
            onClose();
            void navigate({ to: '/settings/directory/run/$runId', params: { runId: String(id) } });
          },
          onError: showFailure,
        })
      }
    />
  );
}
