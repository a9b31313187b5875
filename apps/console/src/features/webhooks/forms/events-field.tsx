import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PickListField } from '../../../ui/form/pick-list-field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useEventGroups } from '../../activity-log/index.ts';
import { findEvents } from '../find-events.ts';

/**
 * Events of the activity log. If names match the search, events of which only the area matches are listed on request, so that
 * the button that selects all does not select them.
 */
export function EventsField() {
  const { t } = useTranslation('webhooks');
  const groups = useEventGroups();
  const [search, setSearch] = useState('');
  const [isExtended, setIsExtended] = useState(false);
  const { byName, byArea } = useMemo(() => {
    const events = groups.flatMap(({ group, items }) => items.map((event) => ({ ...event, detail: group })));
    return findEvents(events, search);
  }, [groups, search]);
  const isAll = isExtended || byName.length === 0;
  return (
    <>
      <SearchField
        label={t('form.search_events')}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setIsExtended(false);
        }}
      />
      <PickListField name="events" label={t('field.events')} items={isAll ? [...byName, ...byArea] : byName} />
      {!isAll && byArea.length > 0 && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setIsExtended(true)}>
            {t('form.more_events', { count: byArea.length })}
          </Button>
        </div>
      )}
    </>
  );
}
