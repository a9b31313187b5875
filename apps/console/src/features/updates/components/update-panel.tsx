import type { Update, UpdateCheck } from '@gatewarden/contract/updates';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { type Fact, FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { UpdateDialog } from './update-dialog.tsx';

interface Props {
  check: UpdateCheck;
  /** Of the server. */
  version: string;
  update: Update | null | undefined;
}

/** Whether there is a newer release, and how the server knows. */
export function UpdatePanel({ check, version, update }: Props) {
  const { t } = useTranslation('updates');
  if (!check.enabled) {
    return <Panel title={t('check.title')} text={<RichText text={t('check.off')} />} />;
  }
  const facts: Fact[] = [
    { label: t('check.installed'), value: version },
    ...(update ? [] : [{ label: t('check.newest'), value: t('check.none') }]),
    { label: t('check.feed'), value: check.host },
    { label: t('check.checked'), value: <RelativeTime at={check.checked_at} /> },
  ];
  return (
    <Panel title={t('check.title')}>
      <Stack>
        {update && <NewRelease update={update} />}
        <CheckProblem check={check} />
        <FactList facts={facts} />
      </Stack>
    </Panel>
  );
}

function NewRelease({ update }: { update: Update }) {
  const { t } = useTranslation('updates');
  const { version, critical } = update;
  return (
    <Callout
      tone={critical ? 'danger' : 'info'}
      title={t(critical ? 'available_critical' : 'available', { version })}
      action={<ViewUpdate update={update} />}
    >
      <Text>{t(critical ? 'dialog.critical' : 'check.text')}</Text>
    </Callout>
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
