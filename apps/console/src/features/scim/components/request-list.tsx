import type { ScimRequest } from '@gatewarden/contract/scim';
import { Button, Group, Stack } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { scimRequestsQuery } from '../scim.queries.ts';

/** What clients changed, and what failed and why. */
export function RequestList() {
  const { t } = useTranslation('scim');
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(scimRequestsQuery());
  const columns = useColumns();
  const rows = useMemo(() => data?.pages.flatMap(({ requests }) => requests) ?? [], [data]);
  return (
    <Panel title={t('requests.title')} text={t('requests.text')} variant="open">
      {isPending ? (
        <ListSkeleton />
      ) : !data ? (
        <ErrorState error={error} title={t('requests.failed')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Stack>
          <DataTable
            label={t('requests.title')}
            data={rows}
            columns={columns}
            getId={({ id }) => String(id)}
            getName={({ resource }) => resource}
            empty={
              <EmptyState
                icon={<IconListDetails />}
                title={t('requests.empty_title')}
                text={t('requests.empty_text')}
              />
            }
          />
          {hasNextPage && (
            <Group>
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('requests.more')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Panel>
  );
}

const kinds = ['User', 'Group'] as const;
const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const;

function useColumns(): readonly Column<ScimRequest>[] {
  const { t } = useTranslation('scim');
  return useMemo(() => {
    const operation = ({ method, resource_type: type }: ScimRequest) => {
      const [knownMethod, kind] = [methods.find((name) => name === method), kinds.find((name) => name === type)];
      const words = [kind && t(`requests.kind.${kind}`), knownMethod && t(`requests.method.${knownMethod}`)];
      return words.filter((word) => word !== undefined).join(': ');
    };
    return [
      { id: 'resource', header: t('requests.resource'), share: 2, cell: ({ resource }) => resource || '–' },
      { id: 'operation', header: t('requests.operation'), share: 1.5, cell: operation },
      { id: 'result', header: t('requests.result'), share: 3, cell: (request) => <Result request={request} /> },
      { id: 'token', header: t('requests.token'), from: 'wide', cell: ({ token_name: name }) => name },
      { id: 'time', header: t('requests.time'), share: 1.5, cell: ({ at }) => <TimeCell at={at} /> },
    ];
  }, [t]);
}

/** The reason is what the client received, in English. */
function Result({ request: { status, detail } }: { request: ScimRequest }) {
  const { t } = useTranslation('scim');
  const hasFailed = status >= 400;
  return (
    <StatusBadge tone={hasFailed ? 'danger' : 'success'}>
      {hasFailed ? `${status} ${detail ?? ''}`.trim() : t('requests.succeeded')}
    </StatusBadge>
  );
}
