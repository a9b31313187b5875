import { deviceActivity } from '@gatewarden/contract/devices.names';
import { trafficActivity } from '@gatewarden/contract/traffic.names';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceSectionProps } from '../../../modules/module.ts';
import { TextLink } from '../../../ui/links.tsx';
import { useMe } from '../../auth/index.ts';
import type { ActivitySearch } from '../activity-search.ts';
import type { ActivityFilter } from '../filter.ts';
import { RecentEntries } from './recent-entries.tsx';

/** Of a search text. */
const maxLength = 256;

/**
 * When a device connected, and how it was changed. The log has no ids to filter by, so the search text is the name with
 * what surrounds it in the description; the link leads to all entries with the name.
 */
export function DeviceActivity({ device: { name }, owner }: DeviceSectionProps) {
  const { t } = useTranslation('activity-log');
  const connected = { event: [...trafficActivity], person: [owner] };
  const changed = { event: [...deviceActivity] };
  return (
    <>
      <Entries title={t('recent.connections')} of={connected} name={name} text={`Device ${name} at location`} />
      <Entries title={t('recent.changes')} of={changed} name={name} text={`${name} of ${owner}`} />
    </>
  );
}

interface EntriesProps {
  title: string;
  of: Pick<ActivitySearch, 'event' | 'person'> & Pick<ActivityFilter, 'event' | 'person'>;
  name: string;
  /** In the description of each entry. */
  text: string;
}

function Entries({ title, of, name, text }: EntriesProps) {
  const { is_admin: isAdmin } = useMe();
  const link = (entry: number | undefined, children: ReactNode) => (
    <TextLink
      to={isAdmin ? '/activity' : '/me/activity'}
      search={{ ...of, q: name, ...(entry !== undefined && { entry }) }}
      preload={false}
      {...(entry !== undefined && { c: 'inherit' })}
    >
      {children}
    </TextLink>
  );
  return <RecentEntries title={title} filter={{ ...of, q: text.slice(0, maxLength) }} link={link} />;
}
