import fastJsonStringify from 'fast-json-stringify';
import type { z } from 'zod';
import { answerSchema } from './openapi/json-schema.ts';

export type Serializer = (answer: unknown) => string;

/**
 * Writes answers of the shape as JSON, without any property that the shape does not name. Compiled at the first use:
 * most calls are never made in the life of a process, and compiling all of them doubles the time of the start.
 */
export function createSerializer(shape: z.ZodType): Serializer {
  let serialize: Serializer | undefined;
  return (answer) => {
    serialize ??= fastJsonStringify(answerSchema(shape));
    return serialize(answer);
  };
}
