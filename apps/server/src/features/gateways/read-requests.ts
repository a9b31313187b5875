import { DomainError } from '@gatewarden/contract/errors';
import { type Hello, type JoinRequest, WireguardBackend } from '@gatewarden/contract/gateway/v1';
import { line } from '@gatewarden/contract/primitives';
import { z } from 'zod';
import type { Greeting } from '../links/index.ts';
import { idFromBytes } from './gateway-state.ts';
import type { Hello as StoredHello } from './gateway-status.queries.ts';

/** Validated: each field may be stored and shown. */
export interface GatewayHello extends Greeting, StoredHello {
  /** As core sent it last; empty if it never did. */
  readonly historyMark: Uint8Array;
}

const Agent = z.object({
  hostname: line(253, 1),
  agentVersion: line(64, 1),
});

const JoinInput = Agent.extend({
  secret: z.string().max(128),
  name: line(128).transform((name) => name || null),
  locationId: z.int().transform((id) => id || undefined),
  replacedCredential: z
    .string()
    .max(128)
    .transform((credential) => credential || undefined),
});

/** Validates the request of an agent that joins. @throws invalid_input */
export function readApplicant(request: JoinRequest) {
  const { agentVersion, ...applicant } = parse(JoinInput, request);
  return { ...applicant, version: agentVersion };
}

/** Validates what an agent sends at the start of a stream. @throws invalid_input */
export function readHello(hello: Hello): GatewayHello {
  const { hostname, agentVersion } = parse(Agent, hello);
  return {
    hostname,
    version: agentVersion,
    backend: backends[hello.backend] ?? null,
    held: readHeld(hello),
    historyMark: hello.historyMark,
    protocolVersion: Math.min(hello.protocolVersion, maxInteger),
    capabilities: [...new Set<number>(hello.capabilities)].slice(0, maxCapabilities),
  };
}

/** A version without an id, or an impossible version, identifies no state: the agent gets the full state. */
function readHeld({ heldVersion, heldStateId }: Hello): GatewayHello['held'] {
  const stateId = idFromBytes(heldStateId);
  if (stateId === '' || heldVersion > Number.MAX_SAFE_INTEGER) return { version: 0, stateId: '' };
  return { version: Number(heldVersion), stateId };
}

/** Upper bound of a PostgreSQL `integer`. */
const maxInteger = 2_147_483_647;
/** Far more than exist, yet few enough that a hostile agent cannot fill the database. */
const maxCapabilities = 64;

const backends: Partial<Record<WireguardBackend, GatewayHello['backend']>> = {
  [WireguardBackend.KERNEL]: 'kernel',
  [WireguardBackend.USERSPACE]: 'userspace',
};

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new DomainError('invalid_input', { field: parsed.error.issues[0]?.path.join('.') ?? '' });
}
