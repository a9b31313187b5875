import { ByteReader, type Image, type Size, unsupported } from './image.ts';

/** Flags of the extended header (WebP container specification): only transparency remains. */
const alphaFlag = 0x10;

export function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** Copies the pixels of a still image without metadata. @throws logo_unsupported also for an animation */
export function readWebp(bytes: Buffer): Image {
  const reader = new ByteReader(bytes);
  if (reader.take(12).readUInt32LE(4) !== bytes.length - 8) throw unsupported();
  const kept: Buffer[] = [];
  let canvas: Size | undefined;
  let frame: Size | undefined;
  while (!reader.isAtEnd) {
    const { type, data } = readChunk(reader);
    if (type === 'ANIM' || type === 'ANMF') throw unsupported();
    if (type === 'VP8X') {
      if (canvas || frame || data.length !== 10) throw unsupported();
      canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
      const flags = Buffer.from([(data[0] ?? 0) & alphaFlag, 0, 0, 0]);
      kept.push(writeChunk(type, Buffer.concat([flags, data.subarray(4)])));
    } else if (type === 'VP8 ' || type === 'VP8L') {
      if (frame) throw unsupported();
      frame = type === 'VP8 ' ? sizeOfLossy(data) : sizeOfLossless(data);
      kept.push(writeChunk(type, data));
    } else if (type === 'ALPH') {
      if (!canvas || frame) throw unsupported();
      kept.push(writeChunk(type, data));
    }
  }
  if (!frame || frame.width === 0 || frame.height === 0) throw unsupported();
  if (canvas && (canvas.width !== frame.width || canvas.height !== frame.height)) throw unsupported();
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept]);
  return {
    contentType: 'image/webp',
    content: Buffer.concat([Buffer.from('RIFF'), uint32(body.length), body]),
    ...frame,
  };
}

function readChunk(reader: ByteReader): { readonly type: string; readonly data: Buffer } {
  const type = reader.take(4).toString('latin1');
  const length = reader.take(4).readUInt32LE(0);
  const data = reader.take(length);
  if (length % 2 === 1) reader.take(1);
  return { type, data };
}

function writeChunk(type: string, data: Buffer): Buffer {
  const padding = Buffer.alloc(data.length % 2);
  return Buffer.concat([Buffer.from(type, 'latin1'), uint32(data.length), data, padding]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** RFC 6386 §9.1: a key frame. */
function sizeOfLossy(data: Buffer): Size {
  if (data.length < 10 || ((data[0] ?? 1) & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a) throw unsupported();
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** RFC 9649 §3.4. */
function sizeOfLossless(data: Buffer): Size {
  if (data.length < 5 || data[0] !== 0x2f) throw unsupported();
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
