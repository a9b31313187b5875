import { Button, Group, Stack } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { DeliveryDrawer } from '../components/delivery-drawer.tsx';
import { DeliveryTable } from '../components/delivery-table.tsx';
import { deliveriesQuery } from '../webhooks.queries.ts';

const route = getRouteApi('/signed-in/admin/webhooks/$webhookId/deliveries');

/** Requests to a webhook, with the details of one. */
export function DeliveriesScreen() {
  const { t } = useTranslation('webhooks');
  const { webhookId } = route.useParams();
  const { delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(deliveriesQuery(webhookId));
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const show = (id: number | undefined) => void navigate({ search: { delivery: id }, resetScroll: false });
  return (
    <>
      {isPending ? (
        <ListSkeleton />
      ) : !data ? (
        <ErrorState error={error} title={t('delivery.failed')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Stack>
          <DeliveryTable
            webhookId={webhookId}
            deliveries={rows}
            empty={
              <EmptyState
                icon={<IconListDetails />}
                title={t('delivery.empty_title')}
                text={t('delivery.empty_text')}
              />
            }
          />
          {hasNextPage && (
            <Group>
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('delivery.more')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
      <DeliveryDrawer webhookId={webhookId} id={delivery} onShow={show} onClose={() => show(undefined)} />
    </>
  );
}
