import type { Drift } from '@gatewarden/contract/updates';

/** A semantic version without its build metadata, which does not count. */
interface Version {
  /** Major, minor and patch, as digits without leading zeros. */
  readonly numbers: readonly string[];
  /** Empty for a release. */
  readonly prerelease: readonly string[];
}

const maxLength = 64;
const number = '(0|[1-9]\\d*)';
const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
// Semantic Versioning 2.0.0 §2, §9, §10
const pattern = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

function parseVersion(text: string): Version | undefined {
  const match = text.length <= maxLength ? pattern.exec(text) : null;
  if (!match) return undefined;
  const [, major = '', minor = '', patch = '', prerelease] = match;
  return { numbers: [major, minor, patch], prerelease: prerelease?.split('.') ?? [] };
}

/** Whether the text is a semantic version of at most 64 characters. */
export function isVersion(text: string): boolean {
  return parseVersion(text) !== undefined;
}

/**
 * Negative if `a` precedes `b` (Semantic Versioning 2.0.0 §11), positive if it follows it, 0 if they differ at most in
 * their build metadata; undefined if one of them is no semantic version.
 */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  if (!left || !right) return undefined;
  for (const [index, digits] of left.numbers.entries()) {
    const order = compareNumbers(digits, right.numbers[index] ?? '0');
    if (order !== 0) return order;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

/** How the version of a component compares with that of core. */
export function findDrift(version: string | null, core: string): Drift {
  const order = version === null ? undefined : compareVersions(version, core);
  if (order === undefined) return 'unknown';
  return order === 0 ? 'same' : order < 0 ? 'behind' : 'ahead';
}

function comparePrereleases(left: readonly string[], right: readonly string[]): number {
  // a release follows its prereleases
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  for (const [index, identifier] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareIdentifiers(left: string, right: string): number {
  const [isLeftNumber, isRightNumber] = [left, right].map((text) => /^\d+$/.test(text));
  if (isLeftNumber && isRightNumber) return compareNumbers(left, right);
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  return compareTexts(left, right);
}

/** Without leading zeros, so that the longer one is greater: they may exceed the range of numbers. */
function compareNumbers(left: string, right: string): number {
  return left.length - right.length || compareTexts(left, right);
}

function compareTexts(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
