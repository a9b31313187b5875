import { BerWriter, Control } from 'ldapts';

/** RFC 2696. */
const pagedResults = '1.2.840.113556.1.4.319';
const octetString = 0x04;
const searchResultDone = 0x65;
const controls = 0xa0;

/**
 * Requests one page. The paging of the library ends at the first page without entries, although RFC 2696 and Active
 * Directory allow further pages after one: the rest would seem to be removed.
 */
export class PageRequest extends Control {
  readonly #size: number;
  readonly #cookie: Buffer;

  /** @param cookie that of the former page; empty for the first */
  constructor(size: number, cookie: Buffer) {
    super(pagedResults, { critical: false });
    this.#size = size;
    this.#cookie = cookie;
  }

  protected override writeControl(writer: BerWriter): void {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(this.#size);
    if (this.#cookie.length > 0) value.writeBuffer(this.#cookie, octetString);
    else value.writeString('');
    value.endSequence();
    writer.writeBuffer(value.buffer, octetString);
  }
}

/**
 * The cookie for the next page, empty after the last one; undefined for a message that does not end a page.
 * @throws RangeError if the message is malformed
 */
export function readPageCookie(message: Buffer): Buffer | undefined {
  const [, operation, attached] = parts(content(message));
  if (operation?.tag !== searchResultDone || attached?.tag !== controls) return undefined;
  for (const control of parts(attached.content)) {
    const [type, ...rest] = parts(control.content);
    if (type?.content.toString() !== pagedResults) continue;
    const value = rest.at(-1);
    if (value?.tag !== octetString) continue;
    const [, cookie] = parts(content(value.content));
    return cookie?.content;
  }
  return undefined;
}

interface Part {
  readonly tag: number;
  readonly content: Buffer;
}

function content(buffer: Buffer): Buffer {
  return parts(buffer)[0]?.content ?? Buffer.alloc(0);
}

/** The values that follow each other in the buffer, at most eight: neither a message nor a control has more. */
function parts(buffer: Buffer): Part[] {
  const found: Part[] = [];
  for (let at = 0; at < buffer.length && found.length < 8; ) {
    const tag = buffer.readUInt8(at);
    const first = buffer.readUInt8(at + 1);
    const size = first < 0x80 ? 0 : first - 0x80;
    const length = size === 0 ? first : buffer.readUIntBE(at + 2, size);
    const start = at + 2 + size;
    if (start + length > buffer.length) throw new RangeError('a value is longer than the message');
    found.push({ tag, content: buffer.subarray(start, start + length) });
    at = start + length;
  }
  return found;
}
