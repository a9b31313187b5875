#!/usr/bin/env node
// Verifies an export of the Gatewarden activity log offline, with Node 20 or later and nothing else:
//   node verify-activity-export.mjs activity.json checkpoint.json [more-checkpoints.json …]
// activity.json: the JSON export without filters, oldest first (sort_order=asc).
// checkpoint.json: as the console or core's log has it. Ends with 0 when everything matches, else with 1.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const [exportFile, ...checkpointFiles] = process.argv.slice(2);
if (!exportFile) fail('usage: node verify-activity-export.mjs activity.json [checkpoint.json …]');

const entries = JSON.parse(readFileSync(exportFile, 'utf8')).toSorted((a, b) => a.id - b.id);
let former;
for (const { hashed, hash, ...entry } of entries) {
  const { id } = entry;
  // what is read must be what the hash covers
  const [number, microseconds, ...rest] = JSON.parse(hashed);
  const { timestamp, user_id, username, location, ip, event, module, device, description, metadata } = entry;
  const shown = [user_id, username, location, ip, event, module, device, description, metadata];
  const isSame = number === id && Math.floor(microseconds / 1000) === Date.parse(timestamp);
  if (!isSame || !isDeepStrictEqual(rest, shown)) fail(`entry ${id} shows something else than its hash covers`);
  if (former && id !== former.id + 1) fail(`entry ${former.id + 1} is missing: was the export filtered?`);
  if (former || id === 1) {
    const before = former ? Buffer.from(former.hash, 'hex') : Buffer.alloc(0);
    const found = createHash('sha256').update(before).update(hashed).digest('hex');
    if (found !== hash) fail(`entry ${id} is not what was written: its hash is ${found}, not ${hash}`);
  }
  former = { id, hash };
}
process.stdout.write(`${entries.length} entries follow each other.\n`);

const byId = new Map(entries.map((entry) => [entry.id, entry.hash]));
for (const file of checkpointFiles) {
  const { number, at, entry_id, hash, previous, acknowledged, signature, public_key } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const lines = ['gatewarden activity checkpoint', number, at, entry_id, hash, previous];
  if (acknowledged !== null) lines.push(acknowledged);
  const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(`${lines.join('\n')}\n`), key, Buffer.from(signature, 'base64'))) {
    fail(`${file}: the signature is wrong`);
  }
  if (!byId.has(entry_id)) fail(`${file}: it covers entry ${entry_id}, which is not in the export`);
  if (byId.get(entry_id) !== hash) fail(`${file}: entry ${entry_id} was rewritten after checkpoint ${number}`);
  process.stdout.write(`Checkpoint ${number} of ${at} covers entries up to ${entry_id}. Public key: ${public_key}\n`);
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
