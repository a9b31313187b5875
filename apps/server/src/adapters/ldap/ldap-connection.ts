import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, rootCertificates } from 'node:tls';
import { Client, type Entry, type SearchOptions } from 'ldapts';
import { DirectoryFailure } from '../../ports/directory.ts';
import type { LdapServer } from '../../ports/ldap-directory.ts';
import { toDirectoryFailure } from './directory-failures.ts';
import { PageRequest, readPageCookie } from './paged-search.ts';
import { type AnswerLimits, createMessageSplitter } from './split-messages.ts';

/** Limits of time in milliseconds. */
export interface LdapTimes {
  readonly connect: number;
  /** For the answer to one request. */
  readonly answer: number;
}

/** One connection, which is never opened a second time: the library would continue a search without signing in. */
export interface LdapConnection {
  /** @throws DirectoryFailure */
  bind(name: string, password: string): Promise<void>;
  /**
   * An entry of more than `maxEntryBytes` has no attributes.
   * @throws DirectoryFailure; also if the server refers to another one, which is never contacted
   */
  search(base: string, options: LimitedSearchOptions): Promise<Entry[]>;
  /** As `search`, in pages (RFC 2696). A server that does not support pages answers with one. */
  searchPages(base: string, options: LimitedSearchOptions, size: number): AsyncGenerator<Entry[], void, void>;
  /** One request that is not a search. @throws DirectoryFailure, whose cause has the code of the answer if there was one */
  send(request: (client: Client) => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

export interface LimitedSearchOptions extends SearchOptions {
  /** 16 million if absent: a group with 100 000 members. */
  readonly maxEntryBytes?: number;
}

/** Of the entry of a person, who may be able to write some of its attributes. */
export const maxPersonBytes = 1_000_000;

/** A page of 500 entries of 32 kB, or one group with 100 000 members. */
const answerLimits: AnswerLimits = {
  ...{ maxBytes: 16_000_000, maxMessageBytes: 16_000_000, maxMessages: 4_000, maxOmittedBytes: 1_000_000_000 },
};

/** Connects, with StartTLS if it is set. @throws DirectoryFailure */
export async function connectLdap(server: LdapServer, times: LdapTimes): Promise<LdapConnection> {
  // that of the newest socket
  let splitter = createMessageSplitter(answerLimits);
  const sockets: Socket[] = [];
  let cookie: Buffer | undefined;
  const track = (socket: Socket): Socket => {
    sockets.push(socket);
    // bytes of one socket must never complete a message of another one
    splitter = createMessageSplitter(answerLimits);
    return deliverMessages(socket, splitter.push, (message) => {
      cookie = readPageCookie(message) ?? cookie;
    });
  };
  const connectOnce = (socket: () => Socket): Socket => {
    if (sockets.length > 0) throw new DirectoryFailure('unreachable', 'the server closed the connection');
    return track(socket());
  };
  const upgrade = (options: ConnectionOptions): Socket => {
    // RFC 4511 §4.14.1: unencrypted bytes behind the answer to StartTLS are from an attacker on the network
    if (!splitter.hasOnlyOneMessage()) {
      throw new DirectoryFailure('protocol', 'the server sent unencrypted data after the answer to StartTLS');
    }
    return track(connectTls({ ...options, ...tlsOptions(server) }));
  };
  const { host, port, encryption } = server;
  const client = new Client({
    url: `${encryption === 'ldaps' ? 'ldaps' : 'ldap'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    connectTimeout: times.connect,
    timeout: times.answer,
    strictDN: false,
    createConnection: (() => connectOnce(() => connectTcp({ host, port }))) as never,
    createSecureConnection: ((...args: [ConnectionOptions] | [number, string]) =>
      typeof args[0] === 'object'
        ? upgrade(args[0])
        : connectOnce(() => connectTls({ port, ...tlsOptions(server) }))) as never,
  });

  /** Sends one request. A server that does not answer at all must not keep the caller waiting. */
  async function run<T>(milliseconds: number, request: () => Promise<T>, maxEntryBytes?: number): Promise<T> {
    splitter.reset(maxEntryBytes);
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new DirectoryFailure('timeout', 'the server did not answer in time')),
        milliseconds,
      );
    });
    try {
      return await Promise.race([request(), deadline]);
    } catch (error) {
      const broken = sockets.map((socket) => socket.errored).find((reason) => reason !== null);
      throw toDirectoryFailure(error, broken);
    } finally {
      clearTimeout(timer);
    }
  }

  const search = (base: string, { maxEntryBytes, ...options }: LimitedSearchOptions, page?: PageRequest) => {
    const wanted = { timeLimit: Math.ceil(times.answer / 1000), ...options };
    return run(times.answer, async () => (await client.search(base, wanted, page)).searchEntries, maxEntryBytes);
  };
  const destroy = () => {
    for (const socket of sockets) socket.destroy();
  };
  const connection: LdapConnection = {
    bind: (name, password) => {
      if (password === '') throw new DirectoryFailure('credentials', 'the password is empty');
      return run(times.connect + times.answer, () => client.bind(name, password));
    },
    search,
    async send(request) {
      await run(times.answer, () => request(client));
    },
    async *searchPages(base, options, size) {
      let next: Buffer = Buffer.alloc(0);
      do {
        cookie = undefined;
        const page = await search(base, options, new PageRequest(size, next));
        // before the caller sends another request
        next = cookie ?? Buffer.alloc(0);
        yield page;
      } while (next.length > 0);
    },
    async close() {
      await run(1_000, () => client.unbind()).catch(() => undefined);
      destroy();
    },
  };
  if (encryption !== 'starttls') return connection;
  try {
    // the name of the server is checked against `host`, which the library does not pass on
    await run(times.connect + times.answer, () => client.startTLS({}));
    return connection;
  } catch (error) {
    destroy();
    const { message, reason } = error as DirectoryFailure;
    throw reason === 'protocol' ? new DirectoryFailure('starttls', message) : error;
  }
}

function tlsOptions({ host, authority, verifiesCertificate }: LdapServer): ConnectionOptions {
  return {
    host,
    // RFC 6066 §3: not for addresses
    ...(isIP(host) === 0 && { servername: host }),
    ...(authority !== undefined && { ca: [...rootCertificates, authority] }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: verifiesCertificate,
  };
}

/** Makes the socket emit `data` once for each complete message, after `inspect`. */
function deliverMessages(
  socket: Socket,
  split: (chunk: Buffer) => Iterable<Buffer>,
  inspect: (message: Buffer) => void,
): Socket {
  const emit = socket.emit.bind(socket);
  socket.emit = ((event: string, ...args: unknown[]) => {
    // the library removes its listeners while the socket can still fail
    if (event === 'error' && socket.listenerCount('error') === 0) return true;
    if (event !== 'data') return emit(event as 'data', ...(args as [Buffer]));
    try {
      for (const message of split(args[0] as Buffer)) {
        inspect(message);
        emit('data', message);
      }
    } catch (error) {
      socket.destroy(error as Error);
    }
    return true;
  }) as typeof socket.emit;
  return socket;
}
