/** Cannot occur in the JSON itself, which is written in ASCII. */
const mark = '\ue000';

/**
 * The JSON of an artifact without its id, so that the database has no code, token or id that could be used. `id` is
 * restored by `readPayload`.
 */
export function writePayload(payload: object, id: string): string {
  const ascii = JSON.stringify(payload).replaceAll(/[\u0080-\uffff]/g, toEscape);
  return ascii.replaceAll(id, mark);
}

const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export function readPayload(stored: string, id: string): Record<string, unknown> {
  return JSON.parse(stored.replaceAll(mark, id)) as Record<string, unknown>;
}
