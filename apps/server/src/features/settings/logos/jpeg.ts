import { ByteReader, type Image, unsupported } from './image.ts';

/** JPEG (ITU-T T.81) §B.1.1.3. */
const marker = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  application0: 0xe0,
  application14: 0xee,
} as const;
/** Baseline, extended and progressive; browsers show no others. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman tables, quantization tables and restart intervals. */
const tables = new Set([0xc4, 0xdb, 0xdd]);
/** A picture has few scans; a progressive one about ten. */
const maxScans = 64;

export function isJpeg(bytes: Buffer): boolean {
  return bytes.length > 3 && bytes[0] === 0xff && bytes[1] === marker.startOfImage && bytes[2] === 0xff;
}

/** Copies tables and pixels without comments, metadata and previews. @throws logo_unsupported */
export function readJpeg(bytes: Buffer): Image {
  const reader = new ByteReader(bytes);
  const kept: Buffer[] = [reader.take(2)];
  let size: { readonly width: number; readonly height: number } | undefined;
  let scans = 0;
  for (let code = readMarker(reader); code !== marker.endOfImage; code = readMarker(reader)) {
    const segment = readSegment(reader, code);
    if (frames.has(code)) {
      if (size || segment.data.length < 6) throw unsupported();
      size = { width: segment.data.readUInt16BE(3), height: segment.data.readUInt16BE(1) };
      kept.push(segment.whole);
    } else if (code === marker.startOfScan) {
      scans += 1;
      if (!size || scans > maxScans) throw unsupported();
      kept.push(segment.whole, reader.takeUntil(findMarker));
    } else if (tables.has(code)) kept.push(segment.whole);
    else if (code === marker.application0) kept.push(...densityOf(segment.data));
    else if (code === marker.application14) kept.push(...colorTransformOf(segment.data));
    else if (!isOmitted(code)) throw unsupported();
  }
  if (!reader.isAtEnd || !size || scans === 0 || size.width === 0 || size.height === 0) throw unsupported();
  return {
    contentType: 'image/jpeg',
    content: Buffer.concat([...kept, Buffer.from([0xff, marker.endOfImage])]),
    ...size,
  };
}

function readMarker(reader: ByteReader): number {
  if (reader.take(1)[0] !== 0xff) throw unsupported();
  let code = 0xff;
  // §B.1.1.2: any number of fill bytes
  while (code === 0xff) code = reader.take(1)[0] ?? 0;
  return code;
}

function readSegment(reader: ByteReader, code: number): { readonly whole: Buffer; readonly data: Buffer } {
  const head = reader.take(2);
  const length = head.readUInt16BE(0);
  if (length < 2) throw unsupported();
  const data = reader.take(length - 2);
  return { data, whole: Buffer.concat([Buffer.from([0xff, code]), head, data]) };
}

/** The end of the entropy-coded data: a marker that is neither an escaped byte nor a restart. */
function findMarker(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const code = at < 0 ? undefined : bytes[at + 1];
    if (code === undefined) throw unsupported();
    if (code !== 0 && !(code >= 0xd0 && code <= 0xd7)) return at;
    at += 2;
  }
}

/** Application segments and comments. */
function isOmitted(code: number): boolean {
  return (code >= 0xe0 && code <= 0xef) || code === 0xfe;
}

/** JFIF without its preview. */
function densityOf(data: Buffer): Buffer[] {
  if (data.length < 14 || data.toString('latin1', 0, 5) !== 'JFIF\0') return [];
  const head = Buffer.from([0xff, marker.application0, 0, 16]);
  return [Buffer.concat([head, data.subarray(0, 12), Buffer.from([0, 0])])];
}

/** How colors are stored; without it, browsers show pictures of some programs with wrong colors. */
function colorTransformOf(data: Buffer): Buffer[] {
  if (data.length !== 12 || data.toString('latin1', 0, 5) !== 'Adobe') return [];
  return [Buffer.concat([Buffer.from([0xff, marker.application14, 0, 14]), data])];
}
