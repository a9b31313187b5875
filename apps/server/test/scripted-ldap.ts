import type { Socket } from 'node:net';
import { BerReader, BerWriter } from 'ldapts';
import { createMessageSplitter } from '../src/adapters/ldap/split-messages.ts';
import { listenLocally } from './listen-locally.ts';

/** RFC 4511 §4.2, §4.5. */
const tags = { bind: 0x60, bindResponse: 0x61, unbind: 0x42, search: 0x63, entry: 0x64, done: 0x65 } as const;
const set = 0x31;
const limits = { maxMessageBytes: 10_000, maxBytes: 1_000_000, maxMessages: 1_000 };

interface Search {
  readonly base: string;
  readonly attributes: readonly string[];
}

export interface ScriptedEntry {
  readonly name: string;
  readonly attributes: Readonly<Record<string, readonly (string | Buffer)[]>>;
}

/** An LDAP server on 127.0.0.1 that accepts each bind, and answers searches with these entries in one page. */
export function startScriptedLdap(
  answer: (search: Search) => readonly ScriptedEntry[],
): Promise<AsyncDisposable & { readonly port: number }> {
  return listenLocally((socket) => {
    const { push } = createMessageSplitter({ ...limits, maxOmittedBytes: 0 });
    socket.on('data', (chunk) => {
      for (const message of push(chunk)) respond(socket, new BerReader(message), answer);
    });
  });
}

function respond(socket: Socket, reader: BerReader, answer: (search: Search) => readonly ScriptedEntry[]): void {
  reader.readSequence();
  const id = reader.readInt() ?? 0;
  const operation = reader.readSequence();
  if (operation === tags.bind) socket.write(message(id, tags.bindResponse, writeSuccess));
  if (operation === tags.unbind) socket.end();
  if (operation !== tags.search) return;
  const entries = answer(readSearch(reader));
  for (const entry of entries) socket.write(message(id, tags.entry, (writer) => writeEntry(writer, entry)));
  socket.write(message(id, tags.done, writeSuccess));
}

function readSearch(reader: BerReader): Search {
  const base = reader.readString() ?? '';
  // scope, aliases, limits, only types
  reader.readEnumeration();
  reader.readEnumeration();
  reader.readInt();
  reader.readInt();
  reader.readBoolean();
  // the filter
  reader.readSequence();
  reader.offset += reader.length;
  const attributes: string[] = [];
  reader.readSequence();
  const end = reader.offset + reader.length;
  while (reader.offset < end) attributes.push(reader.readString() ?? '');
  return { base, attributes };
}

function message(id: number, tag: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  write(writer);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

function writeSuccess(writer: BerWriter): void {
  writer.writeEnumeration(0);
  writer.writeString('');
  writer.writeString('');
}

function writeEntry(writer: BerWriter, { name, attributes }: ScriptedEntry): void {
  writer.writeString(name);
  writer.startSequence();
  for (const [type, values] of Object.entries(attributes)) {
    writer.startSequence();
    writer.writeString(type);
    writer.startSequence(set);
    for (const value of values) writer.writeBuffer(Buffer.from(value as string), 4);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
}
