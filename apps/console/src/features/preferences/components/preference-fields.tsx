import type { Preferences } from '@gatewarden/contract/preferences';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '../../../i18n/language.ts';
import { loadKoreanFont } from '../../../lib/korean-font.ts';
import { colorSchemes } from '../../../ui/preferences/color-schemes.ts';
import { useColorScheme } from '../../../ui/theme/use-color-scheme.ts';
import { usePreferences } from '../preferences.queries.ts';
import { useSavePreferences } from '../save-preferences.queries.ts';
import styles from './preference-fields.module.css';

/** The preferences that apply to all pages, saved as soon as they are chosen. Native controls, because phones show them well. */
export function PreferenceFields() {
  const { t, i18n } = useTranslation();
  const { mutate: save } = useSavePreferences();
  const { colorScheme } = useColorScheme();
  const { time_format } = usePreferences();
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={t('language')}
        onFocus={loadKoreanFont}
        value={i18n.language}
        data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
        onChange={({ currentTarget: { value } }) => save({ language: value as Preferences['language'] })}
      />
      <NativeSelect
        label={t('shell.appearance')}
        value={colorScheme}
        data={colorSchemes.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={({ currentTarget: { value } }) => save({ color_scheme: value as Preferences['color_scheme'] })}
      />
      <NativeSelect
        label={t('shell.time_format')}
        value={time_format ?? '24h'}
        data={(['24h', '12h'] as const).map((format) => ({ value: format, label: t(`shell.time_${format}`) }))}
        onChange={({ currentTarget: { value } }) => save({ time_format: value as Preferences['time_format'] })}
      />
    </div>
  );
}
