import { Button, List, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NamedEvent } from '../use-event-texts.ts';

/** A webhook can have all events of the activity log. */
const maxShown = 5;

interface Props {
  title: string;
  events: readonly NamedEvent[];
}

/** The first events under a heading, and all on request; nothing if there are none. */
export function EventList({ title, events }: Props) {
  const { t } = useTranslation('webhooks');
  const [isLong, setIsLong] = useState(false);
  if (events.length === 0) return null;
  // a button that shows a single event takes as much space as the event
  const shown = isLong || events.length <= maxShown + 1 ? events : events.slice(0, maxShown);
  return (
    <div>
      <Title order={3} mt="md" mb="xs">
        {title}
      </Title>
      <List listStyleType="none" aria-label={title}>
        {shown.map(({ id, name }) => (
          <List.Item key={id}>{name}</List.Item>
        ))}
      </List>
      {shown.length < events.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setIsLong(true)}>
          {t('overview.more_events', { count: events.length - shown.length })}
        </Button>
      )}
    </div>
  );
}
