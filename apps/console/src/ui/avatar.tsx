import type { ReactNode } from 'react';
import styles from './avatar.module.css';

interface Props {
  /** Name of the person or object. */
  name: string;
  size?: 'sm' | 'md' | 'lg';
  /** An icon in place of the initials. */
  children?: ReactNode;
}

/** Initials on a hue that follows from the name. Decorative: the name stands beside it. */
export function Avatar({ name, size = 'sm', children = initialsOf(name) }: Props) {
  return (
    <span className={styles.avatar} data-size={size} data-hue={hueOf(name)} aria-hidden>
      {children}
    </span>
  );
}

/** First letters of the first and the last word; of a name of one word, one letter. */
function initialsOf(name: string): string {
  const words = name.trim().split(/[\s._-]+/u);
  const letters = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return letters
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

const hues = 8;

function hueOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % hues;
}
