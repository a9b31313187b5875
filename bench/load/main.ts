// Sends requests from many connections at once, in a process of its own, and prints what came of it as JSON.
// Reads the options of autocannon as JSON from its input.
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const { requests = [], ...options }: autocannon.Options = JSON.parse(await text(process.stdin));
const result = await autocannon({ ...options, ...(requests.length > 0 && { requests: inTurn(requests) }) });
process.stdout.write(JSON.stringify(result));

/**
 * Several are built when they are sent: a list of thousands, built for each of a hundred connections, takes ten seconds,
 * after which the server has closed the connections that were opened first. A single one is built only once.
 */
function inTurn(requests: autocannon.Request[]): autocannon.Request[] {
  if (requests.length === 1) return requests;
  let sent = 0;
  const setupRequest = (request: autocannon.Request) => {
    const next = requests[sent % requests.length];
    sent += 1;
    return { ...request, ...next };
  };
  return [{ setupRequest }];
}
