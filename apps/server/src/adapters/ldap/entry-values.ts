import type { Entry } from 'ldapts';

const maxTextLength = 1024;
/** [MS-ADTS] §3.1.1.3.1.3.3: `member;range=0-1499`; the last part ends with `*`. */
const rangePattern = /^(.+);range=(\d{1,9})-(\d{1,9}|\*)$/;

/** A part of the values of an attribute. */
interface ValueRange {
  readonly start: number;
  /** Of the value after those of this part; undefined for the last part. */
  readonly next: number | undefined;
}

/** Reads attributes of an entry; servers may spell their names differently than the request. */
export class EntryValues {
  readonly #values = new Map<string, Entry[string]>();
  readonly #ranges = new Map<string, ValueRange>();
  readonly name: string;

  constructor(entry: Entry) {
    this.name = entry.dn;
    for (const [attribute, values] of Object.entries(entry)) {
      if (attribute !== 'dn') this.#add(attribute.toLowerCase(), values);
    }
  }

  /** The library adds an empty list for each requested attribute and part that the server did not return. */
  #add(attribute: string, values: Entry[string]): void {
    const [, base, start, end] = rangePattern.exec(attribute) ?? [];
    if (base === undefined) {
      if (!this.#ranges.has(attribute)) this.#values.set(attribute, values);
    } else if (values.length > 0) {
      this.#ranges.set(base, { start: Number(start), next: end === '*' ? undefined : Number(end) + 1 });
      this.#values.set(base, values);
    }
  }

  /** Undefined if the server returned all values. */
  range(attribute: string): ValueRange | undefined {
    return this.#ranges.get(attribute.toLowerCase());
  }

  /** The first value of the first attribute that has one; empty without one, and for one that is no text. */
  text(...attributes: readonly string[]): string {
    for (const attribute of attributes) {
      const [first = ''] = this.texts(attribute);
      if (first !== '') return first.length > maxTextLength ? '' : first;
    }
    return '';
  }

  /** The values that the server returned: see `range`. */
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
