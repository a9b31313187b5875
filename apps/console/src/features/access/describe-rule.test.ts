import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { givenAccess } from '../../../test/given-access.ts';
import { capitalized, describeAllowed, describeRule, describeSources } from './describe-rule.ts';
import access from './texts/en.json';
import korean from './texts/ko.json';
import polish from './texts/pl.json';

const names = {
  users: new Map([[7, 'Bob Stone']]),
  groups: new Map([
    [2, 'Staff'],
    [3, 'Guests'],
  ]),
  locations: new Map([[1, 'Warsaw']]),
  aliases: new Map([[1, 'Databases']]),
  devices: new Map([[8, 'Printer']]),
};

const say = (changes: Parameters<typeof givenAccess.rule>[0]) =>
  describeRule(givenAccess.rule(changes), { t: i18n.getFixedT('en', 'access'), language: 'en', names });

const rest = 'No one else can reach it, unless another rule allows it.';

const i18n = createInstance();

beforeAll(() =>
  i18n.init({
    lng: 'en',
    resources: { en: { access }, ko: { access: korean }, pl: { access: polish } },
    interpolation: { escapeValue: false },
  }),
);

describe('describeRule', () => {
  it.each([
    ['a group', {}, `The group Staff can reach 10.0.5.9 (TCP port 443) in all locations. ${rest}`],
    [
      'exceptions before those who are allowed',
      { denied_users: [7], networks: [1], all_networks: false },
      `Bob Stone can’t reach 10.0.5.9 (TCP port 443) in Warsaw. The group Staff can reach 10.0.5.9 (TCP port 443) in Warsaw. ${rest}`,
    ],
    [
      'an alias without a destination of its own',
      { destination: '', ports: '', protocols: [], aliases: [1] },
      `The group Staff can reach the alias Databases in all locations. ${rest}`,
    ],
    [
      'a network device',
      { allowed_groups: [], allowed_devices: [8] },
      `The network device Printer can reach 10.0.5.9 (TCP port 443) in all locations. ${rest}`,
    ],
    [
      'any destination',
      { destination: '', ports: '', protocols: [] },
      `The group Staff can reach everything in all locations. ${rest}`,
    ],
    [
      'a rule that is turned off',
      { enabled: false },
      `The group Staff can reach 10.0.5.9 (TCP port 443) in all locations. ${rest} It is disabled and has no effect.`,
    ],
  ])('names %s', (_, changes, sentence) => {
    expect(say(changes)).toBe(sentence);
  });

  it.each([
    [
      'denied users',
      { deny_all_users: true },
      `All users can’t reach 10.0.5.9 (TCP port 443) in all locations. ${rest}`,
    ],
    [
      'the other users',
      { allow_all_users: true, allowed_groups: [], denied_users: [7] },
      `Bob Stone can’t reach 10.0.5.9 (TCP port 443) in all locations. All other users can reach 10.0.5.9 (TCP port 443) in all locations. ${rest}`,
    ],
  ])('does not contradict itself about %s', (_, changes, sentence) => {
    expect(say(changes)).toBe(sentence);
  });

  it('says until when the rule applies', () => {
    const end = { time: '01/31/2030, 12:00', isPast: false };
    expect(describeRule(givenAccess.rule(), { t: i18n.getFixedT('en', 'access'), language: 'en', names }, end)).toMatch(
      /The rule applies until 01\/31\/2030, 12:00\.$/,
    );
  });

  it('names at most five addresses', () => {
    const destination = Array.from({ length: 9 }, (_, index) => `10.0.0.${index}`).join(', ');
    expect(say({ destination, ports: '', protocols: [] })).toContain(
      '10.0.0.0, 10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4, and 4 more',
    );
  });
});

describe('capitalized', () => {
  const lower = { ...names, groups: new Map([[2, 'finance']]), users: new Map([[7, 'ada']]) };

  it.each([
    ['en', 'the group finance', 'The group finance'],
    ['en', 'ada can reach it', 'ada can reach it'],
    ['en', 'adapters', 'Adapters'],
    ['ko', 'finance 그룹', 'finance 그룹'],
    ['pl', 'grupa finance', 'Grupa finance'],
  ])('changes words, but not names, in %s: %s', (language, text, expected) => {
    expect(capitalized(text, { language, names: lower })).toBe(expected);
  });
});

describe('describeSources', () => {
  const describing = (language: string) => ({ t: i18n.getFixedT(language, 'access'), language, names });

  it('counts further users as people in Korean', () => {
    const users = givenAccess.rule({ allowed_groups: [], allowed_users: [1, 2, 3, 4, 5, 6] });
    const groups = givenAccess.rule({ allowed_groups: [1, 2, 3, 4, 5, 6] });
    expect(describeSources(users, 'allowed', describing('ko'))).toMatch(/그 외 1명$/);
    expect(describeSources(groups, 'allowed', describing('ko'))).toMatch(/그 외 1개$/);
  });

  it('has one colon in a Polish sentence', () => {
    const rule = givenAccess.rule({ all_networks: false, networks: [1] });
    expect(describeRule(rule, describing('pl'))).toMatch(/^Dozwolone w lokalizacji Warsaw: grupa Staff → /);
  });
});

describe('describeAllowed', () => {
  it('names the exceptions from all users', () => {
    const rule = givenAccess.rule({ allow_all_users: true, allowed_groups: [], denied_groups: [3] });
    expect(describeAllowed(rule, { t: i18n.getFixedT('en', 'access'), language: 'en', names })).toBe(
      'All users except the group Guests',
    );
  });
});
