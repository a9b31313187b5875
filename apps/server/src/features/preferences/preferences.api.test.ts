import { changeOwnPassword } from '@gatewarden/contract/auth';
import { getPreferences, setPreferences } from '@gatewarden/contract/preferences';
import { expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { eventsAbout } from '../../../test/events-about.ts';
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { startTestServer, test } from '../../../test/harness.ts';
import { openConsole } from '../../../test/live-console.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

const defaults = { language: null, color_scheme: null, time_format: null, location_view: null };

test('changes only the given preferences, and null restores the default', async ({ server, replica }) => {
  const una = await server.given.user();
  const elsewhere = createCaller(replica.url, una.cookie);
  expect(await una.call(getPreferences, {})).toEqual(defaults);

  const dark = { ...defaults, color_scheme: 'dark', time_format: '12h' };
  expect(await una.call(setPreferences, { body: { color_scheme: 'dark', time_format: '12h' } })).toEqual(dark);
  expect(await elsewhere.call(setPreferences, { body: { language: 'ko' } })).toEqual({ ...dark, language: 'ko' });
  await una.call(setPreferences, { body: { color_scheme: null } });
  expect(await elsewhere.call(getPreferences, {})).toEqual({ ...defaults, language: 'ko', time_format: '12h' });
});

test('applies concurrent changes of different preferences', async ({ server, replica }) => {
  const una = await server.given.user();
  const elsewhere = createCaller(replica.url, una.cookie);
  await Promise.all([
    una.call(setPreferences, { body: { language: 'pl' } }),
    elsewhere.call(setPreferences, { body: { color_scheme: 'light' } }),
    una.call(setPreferences, { body: { location_view: 'list' } }),
  ]);
  expect(await una.call(getPreferences, {})).toEqual({
    ...defaults,
    language: 'pl',
    color_scheme: 'light',
    location_view: 'list',
  });
});

test('logs a change with the values before and after, and nothing if nothing changes', async ({ server }) => {
  const una = await server.given.user();
  const changes = async () => (await eventsAbout(server, una)).filter(({ type }) => type === 'preferences.modified');
  await una.call(setPreferences, { body: { language: 'pl' } });
  await una.call(setPreferences, { body: { language: 'pl' } });
  await una.call(setPreferences, { body: {} });
  expect(await changes()).toMatchObject([{ payload: { before: defaults, after: { ...defaults, language: 'pl' } } }]);
  expect(await latestEntry(server, 'preferences_modified')).toMatchObject({ username: una.username });
});

test('notifies the other browsers of the user, and no other user', async ({ server }) => {
  const [una, other] = [await server.given.user(), await server.given.user()];
  await using console = await openConsole(una);
  await using others = await openConsole(other);
  await una.call(setPreferences, { body: { color_scheme: 'dark' } });
  await console.untilStale('me');
  await other.call(setPreferences, { body: { color_scheme: 'dark' } });
  await others.untilStale('me');
  expect([console.received, others.received]).toEqual([[['me']], [['me']]]);
});

test.for([
  ['language', 'de'],
  ['language', ''],
  ['color_scheme', 'sepia'],
  ['time_format', 24],
  ['location_view', ['grid']],
])('rejects %s of %j and changes nothing', async ([field, value], { server }) => {
  const una = await server.given.user();
  const body = JSON.stringify({ language: 'ko', [field as string]: value });
  const answer = await una.send('PUT', '/me/preferences', { body, headers: { 'content-type': 'application/json' } });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', field });
  expect(await una.call(getPreferences, {})).toEqual(defaults);
});

test('answers the default for values of a newer version, and for none', async ({ server }) => {
  const una = await server.given.user();
  await server.database.query(
    `update "user" set preferences = '{"color_scheme": "sepia", "density": 3, "time_format": "24h"}' where id = $1`,
    [una.id],
  );
  expect(await una.call(getPreferences, {})).toEqual({ ...defaults, time_format: '24h' });
});

it('is the language of mails', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  const una = await server.given.user();
  await givenMailServer(server, sink);
  await una.call(setPreferences, { body: { language: 'pl' } });
  await una.call(changeOwnPassword, { body: { old_password: password, new_password: 'Battery-staple-8' } });
  const [mail] = await sink.received(1);
  expect(mail?.email.subject).toContain('hasło');
});
