import { callerAddressOf } from '@gatewarden/listener/caller-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../actor.ts';
import { stripTokenMark } from './token-mark.ts';

/** Aborted when the caller disconnects, also after the answer, where it has no effect. */
export function disconnectSignalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

const maxUserAgentLength = 512;

/** The origin of what a call of the API changes. */
export function originOf(request: FastifyRequest, actor: Actor | undefined): Origin {
  return {
    by: actor ? { userId: actor.userId, username: actor.username } : 'system',
    ip: callerAddressOf(request),
    sessionId: actor?.sessionId,
    device: actor?.token ? deviceWithToken(request, 'API', actor.token.name) : programOf(request),
  };
}

/**
 * The program of the caller and its token: actions with a token must not look like those of a person in a browser. No
 * User-Agent can contain such a mark.
 */
export function deviceWithToken(request: FastifyRequest, kind: 'API' | 'SCIM', name: string): string {
  return `${programOf(request) ?? ''} (${kind} token: ${name})`.trim();
}

/** The User-Agent without what looks like the mark of a token. */
function programOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  const agent = request.headers['user-agent'];
  return agent === undefined ? undefined : stripTokenMark(agent.slice(0, maxUserAgentLength));
}
