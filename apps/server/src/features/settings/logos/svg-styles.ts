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

interface ClassRule {
  readonly classes: readonly string[];
  readonly values: string;
}

const classSelectors = /^\s*\.[\w-]+\s*(?:,\s*\.[\w-]+\s*)*$/;

/**
 * The rules of a style that apply to classes only, as drawing programs write them. Undefined if other rules refer to something, and
 * for CSS in which comments or strings may hide rules.
 */
export function readClassRules(css: string): ClassRule[] | undefined {
  const strings = css.match(/"[^"\n]*"|'[^'\n]*'/g) ?? [];
  const hidden = strings.some((text) => /[{}]/.test(text));
  if (hidden || /["']/.test(css.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '')) || css.includes('/*')) return undefined;
  const rules = css
    .split('}')
    .slice(0, -1)
    .flatMap((rule) => {
      const at = rule.lastIndexOf('{');
      const selector = rule.slice(rule.lastIndexOf('{', at - 1) + 1, Math.max(0, at));
      if (at < 0 || !classSelectors.test(selector)) return [];
      return [{ classes: selector.split(',').map((name) => name.trim().slice(1)), values: rule.slice(at + 1) }];
    });
  const references = (text: string) => text.match(/url\(/gi)?.length ?? 0;
  const ofRules = rules.reduce((sum, { values }) => sum + references(values), 0);
  return ofRules === references(css) ? rules : undefined;
}
