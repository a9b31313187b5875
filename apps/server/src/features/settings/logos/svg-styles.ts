import { unsafe } from './image.ts';

/** Functions of values. Those that load something, such as `image-set` and `src`, are not among them. */
const functions = new Set([
  'url',
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
  'color',
  'calc',
  'matrix',
  'translate',
  'translatex',
  'translatey',
  'scale',
  'scalex',
  'scaley',
  'rotate',
  'skewx',
  'skewy',
  'blur',
  'brightness',
  'contrast',
  'drop-shadow',
  'grayscale',
  'hue-rotate',
  'invert',
  'opacity',
  'saturate',
  'sepia',
  // selectors
  'not',
  'is',
  'where',
  'nth-child',
  'nth-of-type',
]);

/**
 * Refuses CSS, or an attribute that can contain a value of CSS, if it refers to something outside of the drawing.
 * @throws logo_unsafe
 */
export function requireSafeStyle(css: string): void {
  // with comments: what looks like one can be a part of a string
  const text = css.toLowerCase();
  // escapes could hide the name of a function
  if (text.includes('\\')) throw unsafe('\\');
  for (const [rule] of text.matchAll(/@[\w-]*/g)) if (rule !== '@media' && rule !== '@supports') throw unsafe(rule);
  // with the lookbehind, a long name is read once and not from each of its characters
  for (const match of text.matchAll(/(?<![\w-])([\w-]*)\(/g)) {
    const [whole, name = ''] = match;
    // a group in a media query has no name
    if (name !== '' && !functions.has(name)) throw unsafe(`${name}()`);
    if (name === 'url' && !isInnerReference(text.slice(match.index + whole.length))) throw unsafe('url()');
  }
  if (/(?:javascript|vbscript|data)\s*:/.test(text)) throw unsafe('url');
}

/** @param rest what follows `url(` */
function isInnerReference(rest: string): boolean {
  return /^\s*(["']?)#[\w.:-]+\1\s*\)/.test(rest);
}
