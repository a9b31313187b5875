import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { formatInstant } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { TextActions } from '../../../ui/text-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { checkpointQuery, type LogState, useAcknowledgeProblem } from '../activity-log.queries.ts';

/** Opens the last signed checkpoint, to be stored elsewhere, and shows whether the log contradicts it. */
export function LogIntegrity() {
  const { t } = useTranslation('activity-log');
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconShieldCheck size="1rem" aria-hidden />} onClick={open}>
        {t('checkpoint.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('checkpoint.title')} size="lg">
        <IntegrityPanel />
      </Modal>
    </>
  );
}

function IntegrityPanel() {
  const { t } = useTranslation('activity-log');
  const { data, error, refetch, isFetching } = useQuery(checkpointQuery());
  if (error) {
    return (
      <ErrorState error={error} title={t('checkpoint.failed')} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  if (!data) return <ListSkeleton count={3} />;
  return (
    <Stack gap="md">
      {data.problem && <Problem key={data.problem.number} problem={data.problem} />}
      <Text>{t('checkpoint.intro')}</Text>
      {data.checkpoint && <Checkpoint checkpoint={data.checkpoint} />}
      {!data.checkpoint && !data.problem && <Text c="dimmed">{t('checkpoint.none')}</Text>}
    </Stack>
  );
}

function Problem({ problem }: { problem: NonNullable<LogState['problem']> }) {
  const { t } = useTranslation('activity-log');
  const acknowledge = useAcknowledgeProblem();
  const names = { number: problem.number, entry: problem.entry_id };
  return (
    <Callout
      tone="danger"
      title={t('checkpoint.problem_title')}
      action={
        <>
          <Button
            color="red"
            loading={acknowledge.isPending || acknowledge.isSuccess}
            onClick={() =>
              acknowledge.mutate(undefined, {
                onSuccess: ({ number }) => toast.success(t('checkpoint.acknowledged', { number })),
              })
            }
          >
            {t('checkpoint.acknowledge')}
          </Button>
          {acknowledge.isError && <Text fw={500}>{failureText(acknowledge.error)}</Text>}
        </>
      }
    >
      <span>{t(`checkpoint.problem.${problem.kind}`, names)}</span>
      <span>{t('checkpoint.problem_help')}</span>
    </Callout>
  );
}

function Checkpoint({ checkpoint }: { checkpoint: NonNullable<LogState['checkpoint']> }) {
  const { t } = useTranslation('activity-log');
  const locale = useLocale();
  return (
    <>
      <FactList
        facts={[
          { label: t('checkpoint.number'), value: checkpoint.number },
          { label: t('checkpoint.entry'), value: checkpoint.entry_id },
          { label: t('checkpoint.at'), value: formatInstant(new Date(checkpoint.at), locale) },
        ]}
      />
      <TextActions
        what={t('checkpoint.what')}
        text={JSON.stringify(checkpoint)}
        download={{ fileName: `gatewarden-checkpoint-${checkpoint.number}.json`, label: t('checkpoint.download') }}
      />
    </>
  );
}
