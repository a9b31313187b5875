import type { z } from 'zod';
import { StopError } from '../platform/stop-error.ts';
import { type Device, type DeviceConfig, Enrolled, Failure, Polled } from './device-config.ts';

export interface Configuration {
  readonly device: z.infer<typeof Device>;
  readonly config: DeviceConfig;
}

/** How a poll ended; `refused`: core no longer knows the device; `unavailable`: try again. */
export type PollResult =
  | { readonly kind: 'configuration'; readonly configuration: Configuration }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unavailable'; readonly reason: string };

const timeoutMilliseconds = 10_000;
const maxAnswerBytes = 65_536;

/** Sends the public key with the token. @throws StopError */
export async function enrol(
  url: string,
  token: string,
  publicKey: string,
): Promise<Configuration & { readonly pollToken: string }> {
  const started = await post(url, '/enrollment/start', { token });
  requireAccepted(started);
  const [cookie] = started.cookies;
  const configured = await post(url, '/enrollment/create_device', { name: '', pubkey: publicKey }, cookie);
  requireAccepted(configured);
  const parsed = Enrolled.safeParse(configured.body);
  const [config] = parsed.data?.configs ?? [];
  if (!parsed.success || !config) throw new StopError('failed', `${url} answers with an invalid configuration.`);
  return { device: parsed.data.device, config, pollToken: parsed.data.token };
}

/** Asks for the present configuration. */
export async function poll(url: string, token: string): Promise<PollResult> {
  try {
    const { status, body } = await post(url, '/poll', { token });
    if (status === 401) return { kind: 'refused' };
    if (status !== 200) return { kind: 'unavailable', reason: reasonOf(status, body) };
    const parsed = Polled.safeParse(body);
    const [config] = parsed.data?.device_config.configs ?? [];
    if (!parsed.success || !config) return { kind: 'unavailable', reason: 'core sent an invalid configuration' };
    return { kind: 'configuration', configuration: { device: parsed.data.device_config.device, config } };
  } catch (error) {
    if (!(error instanceof StopError)) throw error;
    return { kind: 'unavailable', reason: error.message };
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly string[];
}

/** @throws StopError if core cannot be reached */
async function post(url: string, path: string, body: object, cookie?: string): Promise<Answer> {
  try {
    const response = await fetch(new URL(`/api/v1${path}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    const text = await readText(response);
    return { status: response.status, body: parseJson(text), cookies: response.headers.getSetCookie() };
  } catch (cause) {
    throw new StopError('failed', `${url} cannot be reached.`, { cause });
  }
}

/** @throws Error if it is too long */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requireAccepted({ status, body }: Answer): void {
  if (status === 200) return;
  const exit = status === 401 || status === 403 ? 'refused' : 'failed';
  throw new StopError(exit, `Core refuses the device: ${reasonOf(status, body)}.`);
}

function reasonOf(status: number, body: unknown): string {
  const parsed = Failure.safeParse(body);
  const text = parsed.success ? parsed.data.error.replaceAll(/[^\x20-\x7e]/g, ' ') : '';
  return text || `status ${status}`;
}
