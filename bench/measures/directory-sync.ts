import { readFile, writeFile } from 'node:fs/promises';
import type { SyncRunDetails } from '@gatewarden/contract/directory-sync';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { createSteps, givenLdap } from '../../apps/server/test/given/ldap.ts';
import { startSlapd } from '../../apps/server/test/slapd.ts';
import { administrator } from '../data-set/prepare-instance.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure, NotMeasured } from '../measure.ts';

/** Synchronization from an OpenLDAP server with many people, on an instance of its own. */
export const directorySync: Measure = {
  name: 'directory-sync',
  async *run(instance) {
    const people = instance.quick ? 2_000 : 50_000;
    await using directory = await startSlapd(ldifOf(people));
    await using other = await instance.startSmall();
    await other.admin.call(proveWithPassword, { body: { password: administrator.password } });
    await givenLdap(other.admin, directory);
    const steps = createSteps(other.admin);
    const resident = await megabytes(other, 'VmRSS');
    await resetPeak(other);
    const plan = await timed(steps.preview, 'planned');
    const growth = (await megabytes(other, 'VmHWM')) - resident;
    if (plan.run.counts?.added !== people) throw new NotMeasured('the plan does not add everyone');
    await addLinkedAccounts(other, people);
    const first = await timed(steps.sync, 'waiting');
    const unchanged = await timed(() => steps.confirm(first.run), 'completed');
    const name = `synchronization of ${people.toLocaleString('en')} people`;
    yield { name: `${name}, plan of the first run`, value: plan.seconds, unit: 's', budget: atMost(20) };
    yield { name: `${name}, growth of core while it plans`, value: growth, unit: 'MB', budget: atMost(300) };
    yield { name: `${name}, a run that changes nothing`, value: unchanged.seconds, unit: 's', budget: atMost(5) };
  },
};

async function timed(run: () => Promise<SyncRunDetails>, expected: SyncRunDetails['state']) {
  const startedAt = performance.now();
  const ended = await run();
  if (ended.state !== expected) throw new NotMeasured(`the run is ${ended.state}: ${ended.guard ?? ended.error}`);
  return { run: ended, seconds: (performance.now() - startedAt) / 1000 };
}

const uuidOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

function ldifOf(people: number): string {
  return Array.from({ length: people }, (_, index) => {
    const name = `person${index}`;
    const names = `cn: ${name}\nuid: ${name}\ngivenName: Given\nsn: Family${index}\nmail: ${name}@example.org`;
    return `\ndn: cn=${name},ou=users,dc=example,dc=org\nobjectClass: inetOrgPerson\nentryUUID: ${uuidOf(index)}\n${names}\n`;
  }).join('');
}

/** What a run would have added, without the time that it takes. */
async function addLinkedAccounts(instance: BenchInstance, people: number): Promise<void> {
  await instance.query(
    `with added as (
      insert into "user" (username, first_name, last_name, email, managed_by, managed_fields)
      select 'person' || n, 'Given', 'Family' || n, 'person' || n || '@example.org', 'ldap',
        '{username,first_name,last_name,email,phone}'
      from generate_series(0, $1::int - 1) n returning id, username)
    insert into directory_link (source, external_id, user_id)
    select 'ldap', '00000000-0000-4000-8000-' || lpad(substr(username, 7), 12, '0'), id from added`,
    [people],
  );
}

/** Megabytes of core that are resident, or were at most. */
async function megabytes({ pid }: BenchInstance, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1000;
}

/** proc_pid_clear_refs(5): 5 resets the peak to the current size. */
async function resetPeak({ pid }: BenchInstance): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}
