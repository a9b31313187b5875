// Traffic of a user in a tunnel: sends some data and fetches more every two seconds.
import { setInterval } from 'node:timers/promises';

const [, , url] = process.argv;
const everyMilliseconds = 2_000;
const sent = { least: 4_000, most: 30_000 };
const fetched = { least: 40_000, most: 200_000 };

const between = ({ least, most }: typeof sent) => Math.floor(least + Math.random() * (most - least));

for await (const _ of setInterval(everyMilliseconds)) {
  const body = 'x'.repeat(between(sent));
  // fails while the tunnel is not up or was removed in the console; retries later
  await fetch(`${url}/${between(fetched)}`, { method: 'POST', body, signal: AbortSignal.timeout(5_000) })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}
