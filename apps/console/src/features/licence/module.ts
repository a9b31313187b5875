import { licenceActivity } from '@gatewarden/contract/licence.names';
import { IconLicense } from '@tabler/icons-react';
import { loadTexts } from '../../i18n/i18n.ts';
import { lazy } from '../../lib/lazy.tsx';
import {
  type EventAreas,
  entryCondition,
  type HomeItems,
  type PaletteEntry,
  settingEntries,
} from '../../modules/module.ts';
import { licenceQuery } from './licence.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    licence: typeof english;
  }
}

const LicenceSection = lazy(async () => {
  const [file] = await Promise.all([import('./components/licence.tsx'), loadTexts('licence', 'errors')]);
  return { default: file.Licence };
});

export const enterpriseSections = { licence: LicenceSection } as const;

export const eventAreas = {
  system: licenceActivity,
} as const satisfies EventAreas;

const states = ['ends_soon', 'grace', 'expired', 'limits_exceeded', 'free_exceeded', 'invalid'] as const;

export const homeItems: HomeItems = {
  attention: {
    license: {
      icon: IconLicense,
      text: ({ details }) =>
        `home:item.license.${states.find((state) => state === details['state']) ?? 'invalid'}` as const,
      action: () => ({ to: '/settings/enterprise', label: 'home:item.license.view' }),
    },
  },
};

const isNeeded = entryCondition(licenceQuery, ({ state }) => state !== 'not_needed');
const isNotNeeded = entryCondition(licenceQuery, ({ state }) => state === 'not_needed');

export const paletteEntries: readonly PaletteEntry[] = settingEntries(
  { to: '/settings/enterprise', within: 'settings:tabs.enterprise', icon: IconLicense },
  [
    { label: 'licence:title', words: 'search:words.licence', condition: isNeeded },
    { label: 'licence:usage.title', words: 'search:words.licence', condition: isNeeded },
    { label: 'licence:key.title', words: 'search:words.licence', condition: isNeeded },
    { label: 'licence:not_needed.title', words: 'search:words.licence', condition: isNotNeeded },
  ],
);
