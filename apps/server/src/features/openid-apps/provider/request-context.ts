import { AsyncLocalStorage } from 'node:async_hooks';
import type { NewToken } from './tokens.queries.ts';

/** The Gatewarden session of the browser that makes an OpenID request. */
export interface SignedInSession {
  readonly sessionId: number;
  readonly userId: number;
  readonly username: string;
  /** Of the user; identifies them to applications. */
  readonly subject: string;
  /** When the holder last proved to be the user. */
  readonly authenticatedAt: Date;
  readonly hasSecondFactor: boolean;
}

export interface RequestContext {
  /** Undefined without a complete sign-in. */
  readonly session: SignedInSession | undefined;
  readonly ip: string | undefined;
  readonly device: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** What the token endpoint has to store when its work is done. */
export interface PendingExchange {
  /** The code or token that is used. */
  used: { readonly kind: string; readonly idHash: Buffer } | undefined;
  readonly tokens: NewToken[];
}

interface StoredContext extends RequestContext {
  /** Answers to questions that the library will ask, by their names. */
  readonly reads: Map<string, unknown>;
  /** Versions of applications as the request first read them, by client id. */
  readonly versions: Map<string, string>;
  readonly exchange?: PendingExchange;
}

const storage = new AsyncLocalStorage<StoredContext>();

/** Runs the library's handling of one request, which passes no data of ours to its callbacks. */
export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run({ ...context, reads: new Map(), versions: new Map() }, work);
}

export function requestContext(): RequestContext {
  const context = storage.getStore();
  if (!context) throw new Error('not inside an OpenID request');
  return context;
}

export function runWithExchange<T>(exchange: PendingExchange, work: () => T): T {
  const context = storage.getStore();
  if (!context) throw new Error('not inside an OpenID request');
  return storage.run({ ...context, exchange }, work);
}

/** Undefined where changes are stored immediately. */
export function pendingExchange(): PendingExchange | undefined {
  return storage.getStore()?.exchange;
}

/** What the request decides is decided with the application as it first read it. */
export function rememberVersion(clientId: string, version: string): void {
  const versions = storage.getStore()?.versions;
  if (versions && !versions.has(clientId)) versions.set(clientId, version);
}

/** Undefined outside of a request, and for an application that it did not read. */
export function readVersionOf(clientId: string): string | undefined {
  return storage.getStore()?.versions.get(clientId);
}

/** Outside of a request, nothing is remembered. */
export function rememberRead(name: string, value: unknown): void {
  storage.getStore()?.reads.set(name, value);
}

/** What the request remembered under this name, once; otherwise reads it. */
export async function readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
  const reads = storage.getStore()?.reads;
  if (!reads?.has(name)) return read();
  const value = reads.get(name) as T;
  reads.delete(name);
  return value;
}

/** The session of the browser; undefined outside of a request, such as in jobs. */
export function currentSession(): SignedInSession | undefined {
  return storage.getStore()?.session;
}
