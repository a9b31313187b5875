// Sends requests on many connections from a separate process and prints the result as JSON. Reads the options of
// autocannon as JSON from standard input.
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const { requests = [], ...options }: autocannon.Options = JSON.parse(await text(process.stdin));
const result = await autocannon({ ...options, ...(requests.length > 0 && { requests: inTurn(requests) }) });
process.stdout.write(JSON.stringify(result));

/**
 * Builds several requests when they are sent: building thousands for each of a hundred connections takes ten seconds,
 * during which the server closes the first connections. A single request is built once.
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
