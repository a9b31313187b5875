import type { GroupInfo } from '@gatewarden/contract/groups';
import { IconMapPin, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { AvatarList } from '../../../ui/avatar-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { locationsQuery } from '../../locations/index.ts';
import { usersQuery } from '../../users/index.ts';
import { AccessReason, reachableLocations } from './group-access.tsx';

interface Props {
  group: GroupInfo;
}

/** What matters about a group, beside a list: its members, and the locations that they can connect to and why. */
export function GroupSummary({ group }: Props) {
  return (
    <>
      <Members group={group} />
      <Locations group={group} />
    </>
  );
}

const shownMembers = 8;

function Members({ group: { id, members } }: Props) {
  const { t } = useTranslation('groups');
  const users = useQuery(usersQuery());
  const people = useMemo(() => {
    const names = new Set(members);
    return users.data?.filter(({ username }) => names.has(username));
  }, [users.data, members]);
  const hidden = members.length - shownMembers;
  return (
    <Panel title={t('list.people', { count: members.length })} variant="open">
      {members.length === 0 ? (
        <EmptyState variant="row" icon={<IconUsers />} title={t('members.none_title')} text={t('members.none_text')} />
      ) : users.isPending ? (
        <ListSkeleton count={Math.min(members.length, shownMembers)} />
      ) : !people ? (
        <ErrorState error={users.error} onRetry={() => void users.refetch()} retrying={users.isFetching} />
      ) : (
        <AvatarList
          label={t('field.members')}
          items={people.slice(0, shownMembers).map((person) => ({
            id: person.username,
            name: personName(person),
            link: { to: '/users/$username', params: { username: person.username } },
          }))}
        />
      )}
      {people && hidden > 0 && (
        <TextLink to="/groups/$groupId" params={{ groupId: String(id) }}>
          {t('summary.more', { count: hidden })}
        </TextLink>
      )}
    </Panel>
  );
}

function Locations({ group }: Props) {
  const { t } = useTranslation('groups');
  const locations = useQuery(locationsQuery());
  const reachable = locations.data && reachableLocations(group, locations.data);
  return (
    <Panel title={t('field.locations')} variant="open">
      {locations.isPending ? (
        <ListSkeleton count={3} />
      ) : !reachable ? (
        <ErrorState error={locations.error} onRetry={() => void locations.refetch()} retrying={locations.isFetching} />
      ) : reachable.length === 0 ? (
        <EmptyState
          variant="row"
          icon={<IconMapPin />}
          title={t('locations.none_title')}
          text={t('locations.none_text')}
        />
      ) : (
        <RowList label={t('field.locations')}>
          {reachable.map((location) => (
            <Row
              key={location.id}
              name={location.name}
              link={
                <TextLink to="/locations/$locationId/access" params={{ locationId: String(location.id) }}>
                  {location.name}
                </TextLink>
              }
            >
              <RowFacts>
                <span>
                  <AccessReason location={location} group={group.name} />
                </span>
              </RowFacts>
            </Row>
          ))}
        </RowList>
      )}
    </Panel>
  );
}
