import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure } from '../measure.ts';
import { p95 } from './lists.ts';

/** Pages of the activity log for an administrator, with each filter and each order. */
export const activity: Measure = {
  name: 'activity',
  async *run(instance) {
    for (const { name, query } of await pagesOf(instance)) {
      const value = await p95(instance, `/activity_log?${query}`);
      yield { name: `activity log: ${name}, p95`, value, unit: 'ms', budget: atMost(50) };
    }
  },
};

async function pagesOf({ query }: BenchInstance): Promise<{ name: string; query: string }[]> {
  const [facts] = await query<{ pages: number; username: string; location: string; month: string }>(`
    select (select count(*)::int / 50 from activity_entry) as pages,
      (select username from activity_entry where user_id is not null group by 1 order by count(*), 1 limit 1) as username,
      (select location from activity_entry where location is not null limit 1) as location,
      to_char(now() - interval '30 days', 'YYYY-MM-DD') || 'T00:00:00Z' as month`);
  if (!facts) throw new Error('the data set is empty');
  const { pages, username, location, month } = facts;
  const place = encodeURIComponent(location);
  return [
    { name: 'newest page', query: '' },
    { name: 'page in the middle', query: `page=${Math.ceil(pages / 2)}` },
    { name: 'last page', query: `page=${pages}` },
    { name: 'the last month', query: `from=${month}` },
    { name: 'one person', query: `username=${username}` },
    { name: 'one location', query: `location=${place}` },
    { name: 'a frequent event', query: 'event=user_login' },
    { name: 'a rare event', query: 'event=vpn_location_added' },
    { name: 'three events', query: 'event=user_logout&event=group_member_added&event=user_modified' },
    { name: 'one module', query: 'module=vpn' },
    { name: 'a rare module', query: 'module=enrollment' },
    { name: 'all filters', query: `from=${month}&location=${place}&event=vpn_client_connected&module=vpn` },
    { name: 'searching for one person', query: `search=${username}` },
    { name: 'searching for a text in most entries', query: 'search=Mozilla' },
    { name: 'searching for a location', query: `search=${place}` },
    { name: 'searching for a text in no entry', query: 'search=no-such-text' },
    { name: 'searching for two letters in no entry', query: 'search=zq' },
    { name: 'searching for two frequent letters', query: 'search=ba' },
    { name: 'searching for the beginning of an address', query: 'search=10.1' },
    { name: 'searching for Korean text in no entry', query: `search=${encodeURIComponent('서울')}` },
    ...['username', 'location', 'ip', 'event', 'module', 'device'].map((column) => ({
      name: `by ${column}`,
      query: `sort_by=${column}&sort_order=asc`,
    })),
    { name: 'a frequent event by person', query: 'event=user_login&sort_by=username' },
  ];
}
