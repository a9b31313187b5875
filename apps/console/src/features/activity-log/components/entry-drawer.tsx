import type { ActivityDetails, ActivityRow } from '@gatewarden/contract/activity-log';
import { Drawer } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { StateBlock } from '../../../ui/state-block.tsx';
import { entryQuery } from '../activity-log.queries.ts';
import { useActivityTexts } from '../use-activity-texts.ts';
import { EntryChain } from './entry-chain.tsx';
import { EntryChanges } from './entry-changes.tsx';
import { EntryFacts } from './entry-facts.tsx';

interface Props {
  /** Open entry; undefined when none is open. */
  id: number | undefined;
  /** The entry as listed, if the list contains it. */
  row: ActivityRow | undefined;
  isOwn: boolean;
  onClose: () => void;
}

/** Details of one entry beside the list. Closing restores the focus. */
export function EntryDrawer({ id, row, isOwn, onClose }: Props) {
  const { t } = useTranslation(['activity-log', 'common']);
  const { sentenceFor } = useActivityTexts();
  const details = useQuery({ ...entryQuery(id ?? 0), enabled: id !== undefined });
  const known = details.data ?? row;
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={known ? sentenceFor(known) : t('entry.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {id === undefined ? null : details.data ? (
        <Details entry={details.data} isOwn={isOwn} />
      ) : isApiError(details.error, 'activity_not_found') ? (
        <StateBlock role="alert" icon={<IconFileOff />} title={t('entry.none_title')} text={t('entry.none_text')} />
      ) : details.isError ? (
        <ErrorState
          error={details.error}
          title={t('entry.failed')}
          onRetry={() => void details.refetch()}
          retrying={details.isFetching}
        />
      ) : (
        <FormSkeleton count={5} />
      )}
    </Drawer>
  );
}

function Details({ entry, isOwn }: { entry: ActivityDetails; isOwn: boolean }) {
  return (
    <>
      <EntryFacts entry={entry} isOwn={isOwn} />
      <EntryChanges metadata={entry.metadata} />
      <EntryChain entry={entry} />
    </>
  );
}
