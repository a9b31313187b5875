import { DomainError } from '@gatewarden/contract/errors';

/** An uploaded image after everything that does not affect its pixels was removed. */
export interface Image extends Size {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml';
  readonly content: Buffer;
}

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** @throws logo_too_large */
export function requireSize({ width, height }: Size, max: Size): void {
  if (width <= max.width && height <= max.height) return;
  const details = { width, height, max_width: max.width, max_height: max.height };
  throw new DomainError('logo_too_large', { field: 'data', ...details });
}

/** The error of a file that is not one of the accepted images, is damaged, or has more behind the image. */
export function unsupported(): DomainError {
  return new DomainError('logo_unsupported', { field: 'data' });
}

/** The error of a drawing with content that is not accepted in a logo. */
export function unsafe(reason: string): DomainError {
  return new DomainError('logo_unsafe', { field: 'data', reason: reason.slice(0, 64) });
}

/** Reads a file from its beginning to its end. Reading beyond the end is an error of the file. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** @throws logo_unsupported */
  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw unsupported();
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** The bytes up to the position that `find` returns for the whole file and the current position. */
  takeUntil(find: (bytes: Buffer, from: number) => number): Buffer {
    return this.take(find(this.#bytes, this.#at) - this.#at);
  }
}
