import type { ActivityStream } from '@gatewarden/contract/activity-streams';
import { Button } from '@mantine/core';
import { IconPlus, IconTransfer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { streamsQuery } from '../activity-streams.queries.ts';
import { StreamRow } from './stream-row.tsx';

const StreamDialog = lazy(async () => ({ default: (await import('../forms/stream-dialog.tsx')).StreamDialog }));

/** Streams with their state and actions. */
export function StreamList() {
  const { t } = useTranslation('activity-streams');
  const streams = useQuery(streamsQuery());
  /** `new`: the form adds one. */
  const [edited, setEdited] = useState<ActivityStream | 'new'>();
  return (
    <>
      <ListPanel
        title={t('title')}
        text={
          <RichText
            text={t('text')}
            parts={{
              log: (label) => (
                <TextLink to="/activity" underline="always">
                  {label}
                </TextLink>
              ),
            }}
          />
        }
        query={streams}
        failed={t('failed')}
        empty={{ icon: <IconTransfer />, title: t('empty_title'), text: t('empty_text') }}
        add={
          <Button leftSection={<IconPlus size="1rem" />} onClick={() => setEdited('new')}>
            {t('add.action')}
          </Button>
        }
      >
        {(some) => (
          <RowList>
            {some.map((stream) => (
              <StreamRow key={stream.id} stream={stream} onEdit={() => setEdited(stream)} />
            ))}
          </RowList>
        )}
      </ListPanel>
      <Suspense>
        {edited && <StreamDialog {...(edited !== 'new' && { stream: edited })} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </>
  );
}
