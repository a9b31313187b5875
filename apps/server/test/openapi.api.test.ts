import fc from 'fast-check';
import { expect } from 'vitest';
import type { Caller } from './caller.ts';
import { allCallsMilliseconds, type Example, givenExamples } from './calls/examples.ts';
import { givenAccount } from './given/accounts.ts';
import { test as serverTest, startTestServer, type TestServer } from './harness.ts';
import { type Answer, type Contract, type Operation, readContract } from './openapi/document.ts';
import { allowedRequests, bodySchema, forbiddenRequests, type Request } from './openapi/requests.ts';

/** Valid requests for each operation. */
const allowedRuns = 2;
/** Invalid requests for each parameter, and for the body. */
const forbiddenRuns = { parameter: 2, body: 4 } as const;

/** Codes for a malformed request, in contrast to one that state or rights do not allow. */
const invalidCodes = [
  'malformed_request',
  'malformed_json',
  'unsupported_media_type',
  'route_not_found',
  'method_not_allowed',
  'invalid_input',
  'username_invalid',
  'email_invalid',
  'phone_invalid',
  'password_weak',
  'public_key_invalid',
  'address_invalid',
  'allowed_ips_invalid',
];

interface Subject extends Example {
  readonly operation: Operation;
}

/** With the contract that each server publishes: its schemas are compiled once. */
const test = serverTest.extend<{ contract: Contract }>({
  contract: [async ({ server }, use) => use(await readContract(server)), { scope: 'file' }],
});

async function givenSubjects(server: TestServer, contract: Contract): Promise<Subject[]> {
  const examples = await givenExamples(server);
  return examples.map((example) => ({ ...example, operation: operationOf(contract, example) }));
}

function operationOf({ document }: Contract, { endpoint: { method, path }, key }: Example): Operation {
  const operation = document.paths[`/api/v1${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${key} is not documented`);
  return operation;
}

async function send(caller: Caller, { endpoint }: Subject, { params, query, body }: Request): Promise<Answer> {
  const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  const init =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return read(await caller.send(endpoint.method, search ? `${path}?${search}` : path, init));
}

async function read(response: Response): Promise<Answer> {
  const contentType = response.headers.get('content-type') ?? '';
  const isStream = contentType === 'text/event-stream';
  if (isStream) await response.body?.cancel();
  return { status: response.status, contentType, text: isStream ? '' : await response.text() };
}

function codeOf({ status, text }: Answer): string {
  return status < 400 || !text.startsWith('{') ? '' : String((JSON.parse(text) as { code?: string }).code);
}

function exampleOf({ input, endpoint }: Subject): Request {
  const params = Object.fromEntries(Object.entries(input.params ?? {}).map(([name, value]) => [name, String(value)]));
  return { params, query: Object.entries(input.query ?? {}), ...(endpoint.body ? { body: input.body ?? {} } : {}) };
}

// Each run sends the same requests, so that a failure is caused by the change; the variable selects others.
test(
  'answers generated requests as documented, and accepts only requests that the OpenAPI document allows',
  async ({ contract }) => {
    await using server = await startTestServer();
    const subjects = await givenSubjects(server, contract);
    const seed = Number(process.env['GATEWARDEN_FUZZ_SEED'] ?? 1);
    const differences: unknown[] = [];
    let sent = 0;
    for (const subject of subjects) {
      const { operation, input, caller, key } = subject;
      const attempt = async (request: Request, expected: 'allowed' | 'forbidden') => {
        sent += 1;
        const answer = await send(caller, subject, request);
        const wrong = contract.difference(operation, answer) ?? wrongVerdict(answer, expected);
        if (wrong) differences.push([key, expected, wrong, request, answer.text.slice(0, 300)]);
      };
      for (const { place, requests } of forbiddenRequests(operation, input, contract.isValid)) {
        const sample = fc.sample(requests, { seed, numRuns: forbiddenRuns[place] });
        for (const request of sample) await attempt(request, 'forbidden');
      }
      const allowed = fc.sample(allowedRequests(operation, input, contract.isValid), { seed, numRuns: allowedRuns });
      const hasInput = operation.parameters || operation.requestBody;
      for (const request of [exampleOf(subject), ...(hasInput ? allowed : [])]) await attempt(request, 'allowed');
    }
    expect(differences, `seed ${seed}`).toEqual([]);
    expect(sent).toBeGreaterThan(5 * subjects.length);
  },
  allCallsMilliseconds,
);

function wrongVerdict(answer: Answer, expected: 'allowed' | 'forbidden'): string | undefined {
  if (expected === 'forbidden') return answer.status < 400 ? 'accepted' : undefined;
  return invalidCodes.includes(codeOf(answer)) ? 'refused as invalid' : undefined;
}

test(
  'documents the answers to anonymous clients, other users, other sites, wrong media types and broken bodies',
  async ({ server, contract }) => {
    const subjects = await givenSubjects(server, contract);
    const user = await givenAccount(server);
    const differences: unknown[] = [];
    for (const subject of subjects) {
      const { operation, caller, endpoint, key } = subject;
      const attempt = async (what: string, answer: Promise<Answer>) => {
        const difference = contract.difference(operation, await answer);
        if (difference) differences.push([key, what, difference, (await answer).text.slice(0, 300)]);
      };
      const example = exampleOf(subject);
      const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
        encodeURIComponent(example.params[name] ?? ''),
      );
      const raw = (headers: Record<string, string>, body?: string) =>
        caller.send(endpoint.method, path, body === undefined ? { headers } : { headers, body }).then(read);
      await attempt('a stranger', send(server.stranger(), subject, example));
      await attempt('another user', send(user, subject, example));
      await attempt('a wrong token', raw({ authorization: 'Bearer gwt_x' }));
      if (endpoint.params) await attempt('a path that is no URL', sendBadPath(caller, subject));
      if (endpoint.method === 'GET') continue;
      await attempt('another site', raw({ origin: 'https://evil.example' }));
      await attempt('a large body', raw({ 'content-type': 'application/json' }, `"${'x'.repeat(2_200_000)}"`));
      if (!bodySchema(operation)) continue;
      await attempt('another media type', raw({ 'content-type': 'text/plain' }, 'text'));
      await attempt('broken JSON', raw({ 'content-type': 'application/json' }, '{'));
    }
    expect(differences).toEqual([]);
  },
  allCallsMilliseconds,
);

async function sendBadPath(caller: Caller, { endpoint }: Subject): Promise<Answer> {
  return read(await caller.send(endpoint.method, endpoint.path.replaceAll(/:([A-Za-z]+)/g, '%ff')));
}
