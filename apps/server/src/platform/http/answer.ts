import type { Endpoint } from '@gatewarden/contract/endpoint';
import type { FastifyReply } from 'fastify';
import { createSerializer, type Serializer } from './serializer.ts';

/** A success other than the usual one of the endpoint. */
export interface Alternative<Body> {
  readonly alternative: Body;
}

export interface Serializers {
  readonly success: Serializer;
  readonly alternative: Serializer;
}

/** Serializers for the bodies of the successes of the endpoint. */
export function createSerializers({ response, alternative }: Endpoint): Serializers {
  return { success: createSerializer(response), alternative: createSerializer(alternative?.response ?? response) };
}

/** Answers with the status of the endpoint, or that of its alternative. */
export function send(endpoint: Endpoint, serializers: Serializers, reply: FastifyReply, answer: unknown): FastifyReply {
  if (endpoint.answer?.kind === 'text')
    return reply
      .code(endpoint.status ?? 200)
      .type('text/plain; charset=utf-8')
      .send(answer);
  reply.type('application/json; charset=utf-8');
  if (endpoint.alternative && isAlternative(answer)) {
    // RFC 9110 §15.3.5: a response with this status has no content
    if (endpoint.alternative.status === 204) return reply.code(204).send();
    return reply.code(endpoint.alternative.status).serializer(serializers.alternative).send(answer.alternative);
  }
  reply.code(endpoint.status ?? 200);
  // null and {} are regular bodies here, not "no content"
  return answer === null ? reply.serializer(String).send('null') : reply.serializer(serializers.success).send(answer);
}

function isAlternative(answer: unknown): answer is Alternative<unknown> {
  return typeof answer === 'object' && answer !== null && 'alternative' in answer;
}
