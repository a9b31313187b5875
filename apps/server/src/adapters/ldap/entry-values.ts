import type { Entry } from 'ldapts';

const maxTextLength = 1024;

/** Reads attributes of an entry; servers may spell their names differently than the request. */
export class EntryValues {
  readonly #values = new Map<string, Entry[string]>();
  readonly name: string;

  constructor(entry: Entry) {
    this.name = entry.dn;
    for (const [attribute, values] of Object.entries(entry)) {
      if (attribute !== 'dn') this.#values.set(attribute.toLowerCase(), values);
    }
  }

  /** The first value of the first attribute that has one; empty without one, and for one that is no text. */
  text(...attributes: readonly string[]): string {
    for (const attribute of attributes) {
      const [first = ''] = this.texts(attribute);
      if (first !== '') return first.length > maxTextLength ? '' : first;
    }
    return '';
  }

  texts(attribute: string): readonly string[] {
    const values = this.#values.get(attribute.toLowerCase());
    if (values === undefined || Buffer.isBuffer(values)) return [];
    return typeof values === 'string' ? [values] : values.filter((value): value is string => typeof value === 'string');
  }

  /** The first value; undefined without one. */
  bytes(attribute: string): Buffer | undefined {
    const values = this.#values.get(attribute.toLowerCase());
    const first = Array.isArray(values) ? values[0] : values;
    return first === undefined ? undefined : Buffer.from(first as string);
  }
}
