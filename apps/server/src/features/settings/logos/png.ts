import { constants, crc32, deflateSync, inflateSync } from 'node:zlib';
import { ByteReader, type Image, requireSize, type Size, unsupported } from './image.ts';

/** PNG specification §5.2. */
export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Chunks that determine pixels and their colors; texts, times, profiles, previews and animations are omitted. */
const keptChunks = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT']);
/** PNG specification §11.2.2: samples per pixel and possible bit depths by color type. */
const colorTypes: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/**
 * Writes the image again with its own compression, so that nothing but pixels remains. An image that is larger than `max`
 * is refused before its pixels are decompressed.
 * @throws logo_unsupported, logo_too_large
 */
export function readPng(bytes: Buffer, max: Size): Image {
  const reader = new ByteReader(bytes);
  reader.take(pngSignature.length);
  const header = readChunk(reader);
  if (header.type !== 'IHDR' || header.data.length !== 13) throw unsupported();
  const width = header.data.readUInt32BE(0);
  const height = header.data.readUInt32BE(4);
  const kept: Buffer[] = [];
  const data: Buffer[] = [];
  for (let chunk = readChunk(reader); chunk.type !== 'IEND'; chunk = readChunk(reader)) {
    if (chunk.type === 'IDAT') data.push(chunk.data);
    else if (keptChunks.has(chunk.type)) kept.push(writeChunk(chunk.type, chunk.data));
    // PNG specification §5.4: a decoder cannot show an image with an unknown critical chunk
    else if (/^[A-Z]/.test(chunk.type)) throw unsupported();
  }
  if (!reader.isAtEnd || width === 0 || height === 0) throw unsupported();
  requireSize({ width, height }, max);
  const pixels = decompress(Buffer.concat(data), pixelBytesOf(header.data, width, height));
  const content = Buffer.concat([
    pngSignature,
    writeChunk('IHDR', header.data),
    ...kept,
    writeChunk('IDAT', deflateSync(pixels, { level: constants.Z_BEST_COMPRESSION })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
  return { contentType: 'image/png', content, width, height };
}

function readChunk(reader: ByteReader): { readonly type: string; readonly data: Buffer } {
  const length = reader.take(4).readUInt32BE(0);
  const name = reader.take(4);
  const data = reader.take(length);
  const type = name.toString('latin1');
  if (!/^[A-Za-z]{4}$/.test(type)) throw unsupported();
  if (reader.take(4).readUInt32BE(0) !== crc32(data, crc32(name))) throw unsupported();
  return { type, data };
}

function writeChunk(type: string, data: Buffer): Buffer {
  const name = Buffer.from(type, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data, crc32(name)));
  return Buffer.concat([length, name, data, sum]);
}

/** The size of the decompressed rows, each with the byte of its filter. */
function pixelBytesOf(header: Buffer, width: number, height: number): number {
  const [depth = 0, colorType = 0, compression, filter, interlace] = header.subarray(8);
  const color = colorTypes[colorType];
  if (!color?.depths.includes(depth) || compression !== 0 || filter !== 0) throw unsupported();
  const bytesOf = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * depth * color.samples) / 8));
  if (interlace === 0) return bytesOf(width, height);
  if (interlace !== 1) throw unsupported();
  return adam7.reduce((sum, [left, top, right, down]) => {
    const columns = Math.ceil((width - left) / right);
    const rows = Math.ceil((height - top) / down);
    return sum + bytesOf(Math.max(columns, 0), Math.max(rows, 0));
  }, 0);
}

/** PNG specification §8.1: first column, first row and steps of the passes of an interlaced image. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function decompress(data: Buffer, expected: number): Buffer {
  try {
    const pixels = inflateSync(data, { maxOutputLength: expected });
    if (pixels.length === expected) return pixels;
  } catch {
    // damaged, or more than the pixels
  }
  throw unsupported();
}
