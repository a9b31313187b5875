import { createInstance } from 'i18next';
import access from '../src/features/access/texts/en.json';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { access } }, interpolation: { escapeValue: false } });

/** What descriptions of access rules need, in English: user 7, group 2 and location 1 have names. */
export const givenDescribing = {
  t: i18n.getFixedT('en', 'access'),
  language: 'en',
  names: {
    users: new Map([[7, 'Bob Stone']]),
    groups: new Map([[2, 'staff']]),
    locations: new Map([[1, 'Warsaw']]),
    aliases: new Map<number, string>(),
    devices: new Map<number, string>(),
  },
};
