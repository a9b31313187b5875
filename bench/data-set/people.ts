import { latinLetters } from '@gatewarden/net/latin-letters';
import { english, korean, type Names, polish } from './names.ts';
import type { Random } from './random.ts';

export interface Person {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | undefined;
  readonly isActive: boolean;
  readonly isEnrolled: boolean;
  readonly createdAt: Date;
}

const dayMilliseconds = 24 * 3600 * 1000;

/** People of one company with unique names, of whom about one in fifty has left. */
export function makePeople(count: number, random: Random, until: Date): Person[] {
  const taken = new Map<string, number>();
  return Array.from({ length: count }, () => {
    const names = pickNames(random);
    const [firstName, lastName] = [random.pickEarly(names.given), random.pickEarly(names.family)];
    const username = unique(usernameOf(firstName, lastName), taken);
    return {
      username,
      firstName,
      lastName,
      email: `${username}@example.com`,
      phone: random.chance(0.6) ? phone(names.language, random) : undefined,
      isActive: random.chance(0.98),
      isEnrolled: random.chance(0.95),
      createdAt: new Date(until.getTime() - Math.floor((30 + 1400 * random.next()) * dayMilliseconds)),
    };
  });
}

function pickNames(random: Random): Names {
  const share = random.next();
  if (share < 0.4) return english;
  return share < 0.7 ? korean : polish;
}

function usernameOf(firstName: string, lastName: string): string {
  const plain = (name: string) =>
    latinLetters(name)
      .toLowerCase()
      .replace(/[^a-z]/g, '');
  return `${plain(firstName)}.${plain(lastName)}`;
}

function unique(name: string, taken: Map<string, number>): string {
  const times = (taken.get(name) ?? 0) + 1;
  taken.set(name, times);
  return times === 1 ? name : `${name}${times}`;
}

const prefixes = { en: '+44', ko: '+82', pl: '+48' };

function phone(language: Names['language'], random: Random): string {
  const digits = (count: number) => String(random.below(10 ** count)).padStart(count, '0');
  return `${prefixes[language]} ${digits(3)} ${digits(3)} ${digits(4)}`;
}
