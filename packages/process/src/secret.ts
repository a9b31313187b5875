import { timingSafeEqual } from 'node:crypto';

const hidden = '[secret]';

/** A text that must not appear in logs, answers or error messages by accident; only `reveal` returns it. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself. Call it only where the text is used. */
  reveal(): string {
    return this.#text;
  }

  /** In a time that does not depend on where the texts differ. */
  equals(other: Secret | undefined): boolean {
    if (other === undefined) return false;
    const ownBytes = Buffer.from(this.#text);
    const otherBytes = Buffer.from(other.#text);
    return ownBytes.length === otherBytes.length && timingSafeEqual(ownBytes, otherBytes);
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return hidden;
  }
}
