import type { TestServer } from './harness.ts';

type StoredEvent = Awaited<ReturnType<TestServer['events']>>[number];

/** The events so far whose payload names the user, oldest first. */
export async function eventsAbout(
  server: Pick<TestServer, 'events'>,
  { username }: { readonly username: string },
): Promise<StoredEvent[]> {
  const isAbout = (payload: unknown) => (payload as { user?: { username?: string } }).user?.username === username;
  return (await server.events()).filter(({ payload }) => isAbout(payload));
}
