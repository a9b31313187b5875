const begin = '-----BEGIN PGP PUBLIC KEY BLOCK-----';
const end = '-----END PGP PUBLIC KEY BLOCK-----';
const header = /^[A-Za-z]+:(?: .*)?$/;
const checksum = /^=[A-Za-z0-9+/]{4}$/;
/** No line of base64 except the last is shorter, and no word of a header is this long. */
const shortestFullLine = 60;

/**
 * The bytes in ASCII armor (RFC 9580 §6.2) of one public key; undefined if the text is not armor. Single-line input
 * fields replace line breaks with blanks, which then separate the lines. The checksum is not verified (RFC 9580 §6.1).
 */
export function readArmor(text: string): Buffer | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith(begin) || !trimmed.endsWith(end)) return undefined;
  const inside = trimmed.slice(begin.length, -end.length);
  const body = /[\r\n]/.test(inside) ? bodyOfLines(inside.split(/\r\n|\r|\n/)) : bodyOfWords(inside);
  if (body?.at(-1) && checksum.test(body.at(-1) ?? '')) body.pop();
  const base64 = body?.join('') ?? '';
  const bytes = Buffer.from(base64, 'base64');
  return base64 !== '' && bytes.toString('base64') === base64 ? bytes : undefined;
}

/** Headers, an empty line, then base64. Old exports without headers have no empty line. */
function bodyOfLines([first = '', ...rest]: readonly string[]): string[] | undefined {
  if (first.trim() !== '') return undefined;
  const lines = rest.map((line) => line.trim());
  const start = lines.findIndex((line) => !header.test(line));
  if (start > 0 && lines[start] !== '') return undefined;
  return lines.slice(Math.max(start, 0)).filter((line) => line !== '');
}

function bodyOfWords(inside: string): string[] {
  const words = inside.split(/[ \t]+/).filter((word) => word !== '');
  const hasNoHeaders = !words[0]?.includes(':');
  return hasNoHeaders ? words : words.slice(words.findIndex((word) => word.length >= shortestFullLine));
}
