import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import { activityEvents } from '@gatewarden/contract/activity-events.names';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../modules/extensions.tsx';
import type { EventArea } from '../../modules/module.ts';
import { useActivityTexts } from './use-activity-texts.ts';

interface EventGroup {
  /** Heading of the area. */
  readonly group: string;
  readonly items: { readonly value: ActivityEvent; readonly label: string }[];
}

/** All events under the headings of their areas. */
export function useEventGroups(): EventGroup[] {
  const { t } = useTranslation('activity-log');
  const texts = useActivityTexts();
  const { eventAreas } = useExtensions();
  return useMemo(() => {
    const areas = Object.entries(Object.groupBy(activityEvents, (name) => eventAreas[name]));
    return areas.map(([area, names]) => ({
      group: t(`area.${area as EventArea}`),
      items: names.map((name) => ({ value: name, label: texts.event(name) })),
    }));
  }, [t, texts, eventAreas]);
}
