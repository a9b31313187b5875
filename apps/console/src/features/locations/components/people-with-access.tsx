import type { LocationPerson } from '@gatewarden/contract/locations';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListPager } from '../../../ui/list-pager.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PersonLink } from '../../../ui/person-link.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { locationPeopleQuery, peoplePageSize } from '../locations.queries.ts';

interface Props {
  locationId: number;
  search: string;
  page: number;
  onSearch: (text: string) => void;
  onPage: (page: number) => void;
}

/** The people who may connect to a location, by username, each with the reason. */
export function PeopleWithAccess({ locationId, search, page, onSearch, onPage }: Props) {
  const { t } = useTranslation(['locations', 'common']);
  const people = useQuery(locationPeopleQuery(locationId, { search, page }));
  const columns = useColumns();
  const { data } = people;
  return (
    <Panel
      title={t('people.title')}
      text={data ? t('people.count', { count: data.total_items }) : '\u00a0'}
      actions={<SearchField label={t('people.search')} value={search} onChange={onSearch} />}
      variant="open"
    >
      {people.isPending ? (
        <ListSkeleton />
      ) : !data ? (
        <ErrorState error={people.error} onRetry={() => void people.refetch()} retrying={people.isFetching} />
      ) : (
        <>
          <DataTable
            label={t('people.title')}
            data={data.data}
            columns={columns}
            getId={({ user_id }) => String(user_id)}
            getName={(person) => personName(person)}
            opens
            empty={<EmptyState title={t('common:table.no_match_title')} text={t('common:table.no_match_text')} />}
          />
          <ListPager page={page} pageSize={peoplePageSize} total={data.total_items} onPage={onPage} />
        </>
      )}
    </Panel>
  );
}

function useColumns(): readonly Column<LocationPerson>[] {
  const { t } = useTranslation('locations');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('people.person'),
        share: 2,
        cell: (person) => <PersonLink person={person} />,
      },
      {
        id: 'username',
        header: t('people.username'),
        share: 2,
        cell: ({ username }) => username,
      },
      {
        id: 'reason',
        header: t('people.reason'),
        share: 3,
        cell: ({ reasons, groups }) =>
          reasons.includes('everyone')
            ? t('people.everyone')
            : reasons.includes('group')
              ? t('people.through', { groups: groups.join(', ') })
              : t('people.admin'),
      },
    ],
    [t],
  );
}
