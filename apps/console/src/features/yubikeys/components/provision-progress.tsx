import type { YubikeyJob } from '@gatewarden/contract/yubikeys';
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { jobQuery, useCancelJob } from '../yubikeys.queries.ts';
import styles from './provision-progress.module.css';

interface Props {
  jobId: number;
  /** Starts over after a failure. */
  onAgain: () => void;
  onClose: () => void;
}

/** The state of a provisioning job until it ends, and its result. Closing it leaves the job running. */
export function ProvisionProgress({ jobId, onAgain, onClose }: Props) {
  const { t } = useTranslation('yubikeys');
  const job = useQuery(jobQuery(jobId));
  return (
    // what was focused is gone: the form of the same dialog
    <Stack gap="md" tabIndex={-1} data-autofocus className={styles.content} ref={focusOnce}>
      {job.isPending ? (
        <FormSkeleton count={1} />
      ) : job.data === undefined ? (
        <ErrorState
          error={job.error}
          title={t('progress.unknown')}
          onRetry={() => void job.refetch()}
          retrying={job.isFetching}
        />
      ) : (
        <JobState job={job.data} onAgain={onAgain} onClose={onClose} />
      )}
    </Stack>
  );
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

function JobState({ job, onAgain, onClose }: Omit<Props, 'jobId'> & { job: YubikeyJob }) {
  const { t } = useTranslation('yubikeys');
  if (job.state === 'in_progress') return <Running job={job} onClose={onClose} />;
  if (job.state === 'success') return <Done job={job} onClose={onClose} />;
  return (
    <>
      <Callout tone="danger" title={t('progress.failed')}>
        <Text>{t(`failure.${job.failure ?? 'reported'}`, { provisioner: job.worker })}</Text>
        {job.failure === 'reported' && job.detail !== null && <Text className={styles.detail ?? ''}>{job.detail}</Text>}
      </Callout>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('progress.close')}
        </Button>
        <Button onClick={onAgain}>{t('progress.again')}</Button>
      </DialogActions>
    </>
  );
}

function Done({ job: { serial, username, worker }, onClose }: { job: YubikeyJob; onClose: () => void }) {
  const { t } = useTranslation('yubikeys');
  const isOnKeysPage = useLocation({ select: ({ pathname }) => pathname.endsWith('/keys') });
  return (
    <>
      <Callout tone="success" title={t('progress.done')}>
        {t('progress.done_text', { serial: serial ?? '' })}
      </Callout>
      <Callout tone="warning" role="note">
        {t('progress.pins', { provisioner: worker })}
      </Callout>
      <DialogActions>
        {!isOnKeysPage && (
          <ButtonLink variant="default" to="/users/$username/keys" params={{ username }}>
            {t('progress.keys')}
          </ButtonLink>
        )}
        <Button onClick={onClose}>{t('progress.close')}</Button>
      </DialogActions>
    </>
  );
}

function Running({ job, onClose }: { job: YubikeyJob; onClose: () => void }) {
  const { t } = useTranslation('yubikeys');
  const cancel = useCancelJob();
  const isTaken = job.taken_at !== null;
  return (
    <>
      <Group gap="md" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text role="status">{t(isTaken ? 'progress.working' : 'progress.waiting', { provisioner: job.worker })}</Text>
      </Group>
      <Text c="dimmed">{t(isTaken ? 'progress.working_text' : 'progress.waiting_text')}</Text>
      <DialogActions>
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(job.id, { onError: showFailure })}
        >
          {t('progress.cancel')}
        </Button>
        <Button onClick={onClose}>{t('progress.background')}</Button>
      </DialogActions>
    </>
  );
}
