// Sends requests from many connections at once, in a process of its own, and prints what came of it as JSON.
// Reads the options of autocannon as JSON from its input.
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const result = await autocannon(JSON.parse(await text(process.stdin)));
process.stdout.write(JSON.stringify(result));
