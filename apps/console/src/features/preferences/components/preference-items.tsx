import type { Preferences } from '@gatewarden/contract/preferences';
import { Menu } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '../../../i18n/language.ts';
import { loadKoreanFont } from '../../../lib/korean-font.ts';
import { colorSchemes } from '../../../ui/preferences/color-schemes.ts';
import { useColorScheme } from '../../../ui/theme/use-color-scheme.ts';
import { usePreferences } from '../preferences.queries.ts';
import { useSavePreferences } from '../save-preferences.queries.ts';

/** Menu items for the preferences that apply to all pages. */
export function PreferenceItems() {
  const { mutate: save } = useSavePreferences();
  return (
    <>
      <LanguageItems onChange={(language) => save({ language })} />
      <Menu.Divider />
      <AppearanceItems onChange={(color_scheme) => save({ color_scheme })} />
      <Menu.Divider />
      <TimeItems onChange={(time_format) => save({ time_format })} />
    </>
  );
}

interface Props<Name extends keyof Preferences> {
  onChange: (value: Preferences[Name]) => void;
}

function LanguageItems({ onChange }: Props<'language'>) {
  const { t, i18n } = useTranslation();
  useEffect(loadKoreanFont, []);
  return (
    <>
      <Menu.Label>{t('language')}</Menu.Label>
      <Menu.RadioGroup value={i18n.language} onChange={(language) => onChange(language as Preferences['language'])}>
        {languages.map((language) => (
          <Menu.RadioItem key={language} value={language} lang={language}>
            {languageNames[language]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function AppearanceItems({ onChange }: Props<'color_scheme'>) {
  const { t } = useTranslation();
  const { colorScheme } = useColorScheme();
  return (
    <>
      <Menu.Label>{t('shell.appearance')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(scheme) => onChange(scheme as Preferences['color_scheme'])}>
        {colorSchemes.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size="1rem" aria-hidden />}>
            {t(label)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function TimeItems({ onChange }: Props<'time_format'>) {
  const { t } = useTranslation();
  const { time_format } = usePreferences();
  return (
    <>
      <Menu.Label>{t('shell.time_format')}</Menu.Label>
      <Menu.RadioGroup
        value={time_format ?? '24h'}
        onChange={(format) => onChange(format as Preferences['time_format'])}
      >
        {(['24h', '12h'] as const).map((format) => (
          <Menu.RadioItem key={format} value={format}>
            {t(`shell.time_${format}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
