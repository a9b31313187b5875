import { addOpenidApp } from '@gatewarden/contract/openid-apps';
import { patchSettings } from '@gatewarden/contract/settings';
import type { Caller } from '../apps/server/test/caller.ts';
import { createSteps, givenLdap } from '../apps/server/test/given/ldap.ts';
import { startSlapd } from '../apps/server/test/slapd.ts';
import { startApplication } from '../e2e/openid-apps/application.ts';

const applications = [
  { name: 'Wiki', description: 'Manuals and notes of all teams', skips_consent: false },
  { name: 'Dashboards', description: 'Figures of the services', skips_consent: true },
] as const;

const people = [
  ['Grace', 'Okafor'],
  ['Haruto', 'Sato'],
  ['Ines', 'Moreau'],
  ['Jakub', 'Wójcik'],
  ['Seo-yeon', 'Kim'],
  ['Tomás', 'Silva'],
] as const;

interface Instance {
  readonly url: string;
  readonly admin: Caller;
  readonly print: (line: string) => void;
}

/** Two applications that sign people in, and a directory whose people and groups are synchronized. Disposing ends them. */
export async function startFederation({ url, admin, print }: Instance): Promise<AsyncDisposable> {
  await using made = new AsyncDisposableStack();
  for (const { name, ...settings } of applications) {
    const application = made.use(await startApplication({ name }));
    const { client_id: clientId, client_secret: secret } = await admin.call(addOpenidApp, {
      body: {
        ...settings,
        name,
        redirect_uri: [application.redirectUri],
        start_url: application.url,
        scope: ['openid', 'profile', 'email'],
        enabled: true,
      },
    });
    await application.connect(`${url}/`, { clientId, secret });
  }
  await startDirectory(made, admin).catch((error: unknown) =>
    print(`Without a directory: ${error instanceof Error ? error.message : String(error)}.`),
  );
  const rest = made.move();
  return { [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** OpenLDAP with six people and a group; everyone has the password `Demo-user-1`. */
async function startDirectory(made: AsyncDisposableStack, admin: Caller): Promise<void> {
  const slapd = made.use(await startSlapd());
  for (const [givenName, sn] of people) {
    const name = nameOf(givenName, sn);
    await slapd.addUser({ name, givenName, sn, mail: `${name}@example.com`, password: 'Demo-user-1' });
  }
  await slapd.addGroup(
    'research',
    people.slice(0, 4).map(([givenName, sn]) => nameOf(givenName, sn)),
  );
  await givenLdap(admin, slapd);
  await admin.call(patchSettings, { body: { ldap_sign_in_enabled: true, ldap_sync_interval: 300 } });
  const { sync, confirm } = createSteps(admin);
  await confirm(await sync());
}

/** Letters without marks, as user names have. */
function nameOf(givenName: string, sn: string): string {
  const plain = `${givenName}.${sn}`.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l');
  return plain.toLowerCase();
}
