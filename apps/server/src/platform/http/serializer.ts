import fastJsonStringify from 'fast-json-stringify';
import type { z } from 'zod';
import { answerSchema } from './openapi/json-schema.ts';

export type Serializer = (answer: unknown) => string;

/**
 * Serializes answers as JSON with only the properties of the shape. Compiled at the first use: most calls are never
 * made during the life of a process, and compiling all of them doubles the start time.
 */
export function createSerializer(shape: z.ZodType): Serializer {
  let serialize: Serializer | undefined;
  return (answer) => {
    serialize ??= fastJsonStringify(answerSchema(shape));
    return serialize(answer);
  };
}
