/** A start that cannot work as things are. `message` is one sentence, for the person who starts, that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
