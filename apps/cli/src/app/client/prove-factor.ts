import type { Clock } from '@gatewarden/link/clock';
import { StopError } from '@gatewarden/link/stop-error';
import { Secret } from '@gatewarden/process/secret';
import type { FactorMethod, PersonClient } from '../../edge/person-client.ts';
import type { Reply } from '../../edge/post-json.ts';
import type { StoredClient, StoredLocation } from '../../state-folder/stored-client.ts';
import { askForCode, type Person } from './ask-for-code.ts';
import type { Proof } from './proof.ts';
import { proveInBrowser } from './prove-in-browser.ts';

export interface ProofRequest {
  readonly edge: PersonClient;
  readonly client: Pick<StoredClient, 'publicKey' | 'url'>;
  readonly location: StoredLocation;
  /** Undefined: the authenticator app, codes by mail if the person has none, or the browser if there are none either. */
  readonly method: FactorMethod | undefined;
  /** Of the command line; undefined: the person enters it. */
  readonly code: Secret | undefined;
}

/** An attempt lasts five minutes, the person may be slow; core counts wrong codes. */
const maxRounds = 10;

/**
 * Begins a session in the location with a code.
 * @throws StopError: core refuses it; or the code is wrong or missing, and there is no person to enter another
 */
export async function proveFactor(request: ProofRequest, person: Person & { readonly clock: Clock }): Promise<Proof> {
  const { terminal, signal } = person;
  const name = request.location.tunnel.locationName;
  const isInBrowser = request.method === 'browser';
  if (!request.code && !isInBrowser && !terminal.isInteractive)
    throw new StopError('code-needed', codeNeededMessage(name));
  let attempt: Attempt | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    attempt ??= await startAttempt(request);
    if (attempt.kind === 'unreachable') return attempt;
    if (attempt.method === 'browser') return proveInBrowser(request.edge, { ...attempt, name }, person);
    const code = request.code?.reveal() ?? (await askForCode(name, attempt.method, { terminal, signal }));
    if (code === undefined) return { kind: 'stopped' };
    const reply = await request.edge.finishConnect(attempt.token, code);
    if (reply.kind === 'answer') return { kind: 'proved', presharedKey: new Secret(reply.answer.preshared_key) };
    if (reply.kind !== 'error') return toUnreachable(reply);
    const problem = explainFailure(reply, name);
    if (request.code || problem.isFinal) throw new StopError(problem.isFinal ? 'refused' : 'code-needed', problem.text);
    terminal.tell(problem.text);
    if (problem.isAttemptOver) attempt = undefined;
  }
  throw new StopError('code-needed', `${name} was not connected: too many wrong codes.`);
}

type Attempt =
  | { readonly kind: 'started'; readonly token: string; readonly method: FactorMethod; readonly url: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

async function startAttempt({ edge, client, location, method, code }: ProofRequest): Promise<Attempt> {
  // a mail with another code would make the one of the command line useless
  const methods: readonly FactorMethod[] = method ? [method] : code ? ['app'] : ['app', 'email', 'browser'];
  const name = location.tunnel.locationName;
  for (const each of methods) {
    const wanted = { locationId: location.id, publicKey: client.publicKey, method: each };
    const reply = await edge.startConnect(wanted);
    if (reply.kind === 'answer') {
      const { token, url } = reply.answer;
      if (each === 'browser' && !url) return { kind: 'unreachable', reason: 'the answer has no page to open' };
      return { kind: 'started', token, method: each, url: url ?? '' };
    }
    if (reply.kind === 'error' && isMethodUnavailable(reply) && each !== methods.at(-1)) continue;
    return explainStart(reply, name, unavailableMessage(name, methods));
  }
  throw new StopError('refused', unavailableMessage(name, methods));
}

/** An attempt that did not begin. @throws StopError if core refuses it; `unavailable` if it does not accept the method */
export function explainStart(
  reply: Exclude<Reply<unknown>, { kind: 'answer' }>,
  name: string,
  unavailable: string,
): Extract<Proof, { kind: 'unreachable' }> {
  if (reply.kind !== 'error') return toUnreachable(reply);
  if (isMethodUnavailable(reply)) throw new StopError('refused', unavailable);
  const { status, error } = reply;
  if (status === 429 || status >= 500) return { kind: 'unreachable', reason: error };
  throw new StopError('refused', `Core does not admit this device to ${name}: ${error}.`);
}

type Refusal = Extract<Reply<unknown>, { kind: 'error' }>;

/** The text is that which clients compare (wire §18). */
function isMethodUnavailable({ code, error }: Refusal): boolean {
  return code === 'connect_method_unavailable' || error === 'selected MFA method not available';
}

interface Failure {
  readonly text: string;
  /** Another code does not help. */
  readonly isFinal?: boolean;
  readonly isAttemptOver?: boolean;
}

function explainFailure({ status, error, code }: Refusal, name: string): Failure {
  if (code === 'login_locked') return { text: 'Too many wrong codes; wait a minute before the next one.' };
  if (code === 'connect_refused') return { text: `Core no longer admits this device to ${name}.`, isFinal: true };
  if (status === 401) return { text: 'The code is wrong.' };
  if (error === 'invalid token' || error === 'login session not found') {
    return { text: 'The attempt took too long, or another one replaced it.', isAttemptOver: true };
  }
  return { text: `Core refuses the code: ${error}.`, isAttemptOver: true };
}

function toUnreachable(reply: Exclude<Reply<unknown>, { kind: 'answer' | 'error' }>) {
  const reason = reply.kind === 'unreachable' ? reply.reason : 'the answer is not one of Gatewarden';
  return { kind: 'unreachable', reason } as const;
}

function codeNeededMessage(name: string): string {
  return `${name} asks for a second factor. Run "gatewarden up" in a terminal, or give the code with --code.`;
}

const factorNames = { app: 'an authenticator app', email: 'codes by email', browser: 'a security key' } as const;

function unavailableMessage(name: string, methods: readonly FactorMethod[]): string {
  const ways = methods.map((method) => factorNames[method]);
  return `${name} asks for a second factor, and your account does not have ${ways.join(' or ')}. Set it up in the console.`;
}
