import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { usersQuery } from '../../users/index.ts';
import { type BindingRow, BindingTable } from '../components/binding-table.tsx';
import { DeleteBindingDialog } from '../components/delete-binding-dialog.tsx';
import { BindingDialog } from '../forms/binding-dialog.tsx';
import { snatQuery } from '../snat.queries.ts';

const route = getRouteApi('/signed-in/admin/locations/$locationId/public-addresses');

/** The public addresses that devices of users have behind the gateways of a location. */
export function SnatScreen() {
  const { t } = useTranslation('snat');
  const id = Number(route.useParams().locationId);
  const bindings = useQuery(snatQuery(id));
  const users = useQuery(usersQuery());
  const [edited, setEdited] = useState<BindingRow | 'new'>();
  const [deleted, setDeleted] = useState<BindingRow>();
  const rows = useMemo(() => {
    const byId = new Map((users.data ?? []).map((user) => [user.id, user]));
    return (bindings.data ?? []).flatMap((binding) => {
      const user = byId.get(binding.user_id);
      return user ? [{ ...binding, user }] : [];
    });
  }, [bindings.data, users.data]);
  const bound = new Set(rows.map(({ user_id: userId }) => userId));
  const failed = [bindings, users].find(({ isError }) => isError);
  return (
    <Panel
      title={t('title')}
      text={t('text')}
      variant="open"
      actions={
        <Button variant="default" leftSection={<IconPlus size="1rem" />} onClick={() => setEdited('new')}>
          {t('add')}
        </Button>
      }
    >
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      ) : bindings.isPending || users.isPending ? (
        <ListSkeleton />
      ) : (
        <BindingTable rows={rows} onEdit={setEdited} onDelete={setDeleted} />
      )}
      {edited && (
        <BindingDialog
          locationId={id}
          binding={edited === 'new' ? undefined : edited}
          users={(users.data ?? []).filter((user) => !bound.has(user.id))}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <DeleteBindingDialog
          binding={deleted}
          person={personName(deleted.user)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Panel>
  );
}
