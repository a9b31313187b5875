// Sends requests from many connections at once, in a process of its own, and prints what came of it as JSON.
// Reads the options of autocannon as JSON from its input. Of a list of requests each connection begins at another place.
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const options: autocannon.Options = JSON.parse(await text(process.stdin));
const { requests = [], connections = 1 } = options;
let opened = 0;

function setupClient(client: autocannon.Client): void {
  const first = Math.floor((opened * requests.length) / connections);
  opened += 1;
  if (requests.length > 0) client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
}

const result = await autocannon({ ...options, setupClient });
process.stdout.write(JSON.stringify(result));
