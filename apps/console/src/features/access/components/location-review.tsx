import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LocationReviewProps } from '../../../modules/module.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { diffQuery } from '../access.queries.ts';
import { AccessChanges } from './access-changes.tsx';

/**
 * Lists who gains and who loses access before a location is saved. If that cannot be computed, it says why, and the
 * location can be saved nevertheless.
 */
export function LocationReview({ location, consequences, danger, confirming, ...dialog }: LocationReviewProps) {
  const { t } = useTranslation('access');
  // not cached: it also depends on users, groups and devices
  const diff = useQuery({ ...diffQuery({ rules: [], aliases: [], location }), gcTime: 0 });
  const changes = diff.data?.changes;
  return (
    <ConfirmDialog
      opened
      {...dialog}
      consequences={
        <Stack gap="sm">
          {consequences}
          {changes?.length === 0 ? (
            <Text>{t('changes.none')}</Text>
          ) : (
            <AccessChanges title={t('changes.title')} diff={diff} />
          )}
        </Stack>
      }
      danger={danger || changes?.some(({ effect }) => effect === 'lost') === true}
      confirming={confirming || diff.isPending}
    />
  );
}
