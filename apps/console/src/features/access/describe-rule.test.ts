import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { givenAccess } from '../../../test/given-access.ts';
import { describeRule } from './describe-rule.ts';
import access from './texts/en.json';

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

const rest = 'Everyone else can’t reach it, unless another rule allows it.';

const i18n = createInstance();

beforeAll(() => i18n.init({ lng: 'en', resources: { en: { access } }, interpolation: { escapeValue: false } }));

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

  it('names at most five addresses', () => {
    const destination = Array.from({ length: 9 }, (_, index) => `10.0.0.${index}`).join(', ');
    expect(say({ destination, ports: '', protocols: [] })).toContain(
      '10.0.0.0, 10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4, and 4 more',
    );
  });
});
