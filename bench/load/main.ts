// Sends requests from many connections at once, in a process of its own, and prints what came of it as JSON.
// `node bench/load/main.ts '<options of autocannon as JSON>'`
import autocannon from 'autocannon';

const result = await autocannon(JSON.parse(process.argv[2] ?? '{}'));
process.stdout.write(JSON.stringify(result));
