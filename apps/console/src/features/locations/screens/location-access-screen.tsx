import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { PeopleWithAccess } from '../components/people-with-access.tsx';
import { EditAccessForm } from '../forms/edit-access-form.tsx';
import { locationQuery } from '../locations.queries.ts';

const route = getRouteApi('/signed-in/admin/locations/$locationId/access');

/** Who may connect to a location: the groups, and the people with the reason. */
export function LocationAccessScreen() {
  const { t } = useTranslation('locations');
  const id = Number(route.useParams().locationId);
  const { q = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const location = useQuery(locationQuery(id));
  if (!location.data) return null;
  return (
    <>
      <Panel title={t('section.access')}>
        <EditAccessForm key={id} location={location.data} />
      </Panel>
      <PeopleWithAccess
        locationId={id}
        search={q}
        page={page}
        onSearch={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
        onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to === 1 ? undefined : to }) })}
      />
    </>
  );
}
