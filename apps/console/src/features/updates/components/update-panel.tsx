import type { Update, UpdateCheck } from '@gatewarden/contract/updates';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { type Fact, FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { updateQuery } from '../updates.queries.ts';
import { UpdateDialog } from './update-dialog.tsx';

/** Whether there is a newer release, and how the server knows. */
export function UpdatePanel({ check, version }: { check: UpdateCheck; version: string }) {
  const { t } = useTranslation('updates');
  const { data: update } = useQuery(updateQuery());
  if (!check.enabled) {
    return <Panel title={t('check.title')} text={<RichText text={t('check.off')} />} />;
  }
  const facts: Fact[] = [
    { label: t('check.installed'), value: version },
    { label: t('check.newest'), value: update ? <NewestRelease update={update} /> : t('check.none') },
    { label: t('check.feed'), value: check.host },
    { label: t('check.checked'), value: <RelativeTime at={check.checked_at} /> },
  ];
  return (
    <Panel title={t('check.title')} {...(update && { actions: <ViewUpdate update={update} /> })}>
      <Stack>
        <CheckProblem check={check} />
        <FactList facts={facts} />
      </Stack>
    </Panel>
  );
}

function NewestRelease({ update: { version, critical } }: { update: Update }) {
  const { t } = useTranslation('updates');
  return (
    <>
      {version} {critical && <StatusBadge tone="danger">{t('critical')}</StatusBadge>}
    </>
  );
}

function ViewUpdate({ update }: { update: Update }) {
  const { t } = useTranslation('updates');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('check.view')}</Button>
      <UpdateDialog update={update} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function CheckProblem({ check: { problem, detail, failing_since } }: { check: UpdateCheck }) {
  const { t } = useTranslation('updates');
  if (problem === null) return null;
  return (
    <Callout tone="warning" title={t('check.failing')}>
      <Stack gap="xs">
        <Text>{t(`problem.${problem}`)}</Text>
        {detail !== null && <Text c="dimmed">{detail}</Text>}
        {failing_since !== null && (
          <Text c="dimmed">
            <RichText text={t('check.since')} parts={{ time: () => <RelativeTime at={failing_since} /> }} />
          </Text>
        )}
      </Stack>
    </Callout>
  );
}
