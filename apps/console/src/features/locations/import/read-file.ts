import { findBinaryLine } from '@gatewarden/net/wireguard-file/section';

/** Bytes that are not UTF-8 become U+FFFD, whose line is reported as an error. */
export async function readFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Windows writes UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** The error of a text that the server cannot receive: the line of the first character that is not text. */
export function checkText(text: string): { line: number } | undefined {
  const line = findBinaryLine(text);
  return line === undefined ? undefined : { line };
}
