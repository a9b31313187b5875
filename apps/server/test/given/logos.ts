import { crc32, deflateSync } from 'node:zlib';

/** PNG specification §5.3. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([bigEndian(data.length), body, bigEndian(crc32(body))]);
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  /** Between the header and the pixels. */
  readonly chunks?: readonly Buffer[];
  /** Instead of red pixels. */
  readonly pixels?: Buffer;
}

/** A red image with 8 bits for each of red, green, blue. */
export function png({ width = 24, height = 10, chunks = [], pixels }: PngOptions = {}): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([200, 0, 0]))]);
  const rows = pixels ?? Buffer.alloc(row.length * height, row);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', Buffer.concat([bigEndian(width), bigEndian(height), Buffer.from([8, 2, 0, 0, 0])])),
    ...chunks,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** 24×10 px, as Chromium writes it. */
export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAKABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABQAE/8QAGBABAAMBAAAAAAAAAAAAAAAAAAVDgcH/xAAWAQEBAQAAAAAAAAAAAAAAAAACBAb/xAAcEQABAwUAAAAAAAAAAAAAAAAAAQIDBDIzgbH/2gAMAwEAAhEDEQA/AMRGJtzo4jE250q7A7XQw3oIJJnS4//Z',
  'base64',
);

/** A segment of a JPEG, such as a comment. */
export function jpegSegment(code: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, code, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data]);
}

/** Chunks of images of 24×10 px, as Chromium writes them. */
export const webpChunks = {
  lossy: webpChunk(
    'VP8 ',
    Buffer.from(
      'cAMAnQEqGAAKAD8RcrBQLCakorAIAYAiCUAXYj/8B4l/QZwAAP5u/8JG33ZmvLqcm/PofwZXJv1QdLYthdLYxqjDTqgAAA==',
      'base64',
    ),
  ),
  lossless: webpChunk('VP8L', Buffer.from('LxdAAgAP8Kq7zzDfSnX+gwdCAsL/tR7IHkT0P7AT', 'base64')),
  alpha: webpChunk('ALPH', Buffer.from('AQ8w/xERQkhAeOD/WtmDiP5HsgA=', 'base64')),
  header: webpChunk('VP8X', Buffer.from([0x30, 0, 0, 0, 23, 0, 0, 9, 0, 0])),
  profile: webpChunk('ICCP', Buffer.from('<script>alert(1)</script>')),
};

export function webpChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
}

export function webp(...chunks: readonly Buffer[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** A drawing of 200×50 px with this content. */
export function svg(content: string, attributes = ''): Buffer {
  const size = 'width="200" height="50"';
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size} ${attributes}>${content}</svg>`);
}
