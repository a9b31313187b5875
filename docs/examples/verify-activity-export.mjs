#!/usr/bin/env node
// Verifies an export of the Gatewarden activity log offline, with Node 20 or later and nothing else:
//   node verify-activity-export.mjs activity.json checkpoint.json [more-checkpoints.json …]
// activity.json: the JSON export without filters, oldest first (sort_order=asc).
// checkpoint.json: as the console or core's log has it. Ends with 0 when everything matches, else with 1.
// A checkpoint that acknowledges breaks excuses those before it, as long as the log is as it was then.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const [exportFile, ...checkpointFiles] = process.argv.slice(2);
if (!exportFile) fail('usage: node verify-activity-export.mjs activity.json [checkpoint.json …]');

const entries = readJson(exportFile).toSorted((a, b) => a.id - b.id);
const checkpoints = checkpointFiles.map(readCheckpoint).toSorted((a, b) => a.number - b.number);
const keys = new Set(checkpoints.map(({ public_key }) => public_key));
const begin = checkpoints.findLast(({ acknowledged }) => acknowledged !== null);
// up to here, breaks are those that were acknowledged
const excused = begin?.entry_id ?? 0;
checkEntries();
for (const checkpoint of checkpoints) checkCheckpoint(checkpoint);
if (keys.size > 1) say('The checkpoints have different public keys: compare them with the one that you saved.');

function checkEntries() {
  let former;
  for (const entry of entries) {
    const problem = problemOf(entry, former);
    if (problem && entry.id > excused) fail(problem);
    if (problem) say(`Acknowledged by checkpoint ${begin.number}: ${problem}.`);
    former = entry;
  }
  say(`${entries.length} entries follow each other${excused > 0 ? `, from entry ${excused} on` : ''}.`);
}

function problemOf({ hashed, hash, ...entry }, former) {
  const { id, timestamp, user_id, username, location, ip, event, module, device, description, metadata } = entry;
  // what is read must be what the hash covers
  const [number, microseconds, ...rest] = JSON.parse(hashed);
  const shown = [user_id, username, location, ip, event, module, device, description, metadata];
  const isSame = number === id && Math.floor(microseconds / 1000) === Date.parse(timestamp);
  if (!isSame || !isDeepStrictEqual(rest, shown)) fail(`entry ${id} shows something else than its hash covers`);
  if (former && id !== former.id + 1) return `entry ${former.id + 1} is missing: was the export filtered?`;
  if (!former && id !== 1) return undefined;
  const found = hashOf(former, hashed).toString('hex');
  return found === hash ? undefined : `entry ${id} is not what was written: its hash is ${found}, not ${hash}`;
}

function hashOf(former, hashed) {
  const before = former ? Buffer.from(former.hash, 'hex') : Buffer.alloc(0);
  return createHash('sha256').update(before).update(hashed).digest();
}

function readCheckpoint(file) {
  const checkpoint = readJson(file);
  const { number, at, entry_id, hash, previous, acknowledged, signature, public_key } = checkpoint;
  const lines = ['gatewarden activity checkpoint', number, at, entry_id, hash, previous];
  if (acknowledged !== null) lines.push(acknowledged);
  const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(`${lines.join('\n')}\n`), key, Buffer.from(signature, 'base64'))) {
    fail(`${file}: the signature is wrong`);
  }
  return { ...checkpoint, file };
}

function checkCheckpoint({ file, number, at, entry_id, hash, acknowledged, ...rest }) {
  const entry = entries.find(({ id }) => id === entry_id);
  // what is before an acknowledgement may contradict earlier checkpoints: that was acknowledged
  const isExcused = begin !== undefined && number < begin.number;
  if (!entry && !isExcused) fail(`${file}: it covers entry ${entry_id}, which is not in the export`);
  if (entry?.hash !== hash && !isExcused) fail(`${file}: entry ${entry_id} was rewritten after checkpoint ${number}`);
  if (entry?.hash !== hash)
    return say(`Checkpoint ${number} is contradicted, as checkpoint ${begin.number} acknowledges.`);
  say(`Checkpoint ${number} of ${at} covers entries up to ${entry_id}. Public key: ${rest.public_key}`);
  if (acknowledged !== null) checkAcknowledgement({ file, number, entry_id, acknowledged, ...rest });
}

/** The log up to an acknowledgement must be the one that it covers. */
function checkAcknowledgement({ file, number, entry_id, acknowledged, previous }) {
  const state = JSON.parse(acknowledged);
  if (state.entries_digest === undefined) {
    return say(`Checkpoint ${number} is of an earlier release: it does not state what it covers.`);
  }
  const covered = entries.filter(({ id }) => id <= entry_id);
  const digest = createHash('sha256');
  for (const [index, { hashed }] of covered.entries()) digest.update(hashOf(covered[index - 1], hashed));
  if (covered.length !== state.entries || digest.digest('hex') !== state.entries_digest) {
    fail(
      `${file}: entries up to ${entry_id} were changed, deleted or inserted after checkpoint ${number} acknowledged breaks`,
    );
  }
  const before = checkpointsBefore(previous);
  const isKnown = before && !state.broken.some(({ kind }) => kind.startsWith('checkpoint'));
  if (isKnown && digestOf(before) !== state.checkpoints_digest) {
    fail(`${file}: checkpoints before ${number} were changed or deleted after it acknowledged breaks`);
  }
  say(
    `Checkpoint ${number} acknowledges breaks: ${JSON.stringify(state.broken)}. The entries before it are as they were then.`,
  );
  if (!isKnown)
    say(`The checkpoints before ${number} were not compared: not all of them are given, or some were broken.`);
}

/** Oldest first, each of which the next one names; undefined when one is not given. */
function checkpointsBefore(previous) {
  const bySignature = new Map(checkpoints.map((one) => [sha256(Buffer.from(one.signature, 'base64')), one]));
  const found = [];
  for (let wanted = previous; wanted !== sha256(''); ) {
    const one = bySignature.get(wanted);
    if (!one) return undefined;
    found.unshift(one);
    wanted = one.previous;
  }
  return found;
}

function digestOf(list) {
  const digest = createHash('sha256');
  for (const { number, signature } of list) digest.update(`${number}\n`).update(Buffer.from(signature, 'base64'));
  return digest.digest('hex');
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
