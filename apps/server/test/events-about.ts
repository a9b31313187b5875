import type { PublishedEvent } from './event-subscription.ts';
import type { TestServer } from './harness.ts';

/** The events so far whose payload names the user, oldest first. */
export async function eventsAbout(
  server: Pick<TestServer, 'events'>,
  { username }: { readonly username: string },
): Promise<PublishedEvent[]> {
  const isAbout = (payload: unknown) => (payload as { user?: { username?: string } }).user?.username === username;
  return (await server.events()).filter(({ payload }) => isAbout(payload));
}
