import { ActionIcon, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../i18n/i18n.ts';
import { type Language, languageNames, languages } from '../../i18n/language.ts';
import { showFailure } from '../../lib/form-errors.ts';
import { loadKoreanFont } from '../../lib/korean-font.ts';
import { useColorScheme } from '../theme/use-color-scheme.ts';
import { colorSchemes } from './color-schemes.ts';
import styles from './preferences-bar.module.css';

const options = languages.map((language) => ({ value: language, label: languageNames[language] }));

/** Language and appearance for signed-out users. Native controls, because they load faster. */
export function PreferencesBar() {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.bar}>
      <AppearanceButton />
      <NativeSelect
        aria-label={t('language')}
        onFocus={loadKoreanFont}
        data={options}
        value={i18n.language}
        onChange={(event) => void changeLanguage(event.currentTarget.value as Language).catch(showFailure)}
      />
    </div>
  );
}

/** Cycles through light, dark and system. */
function AppearanceButton() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useColorScheme();
  const index = colorSchemes.findIndex(({ value }) => value === colorScheme);
  const current = colorSchemes[Math.max(index, 0)];
  const next = colorSchemes[(index + 1) % colorSchemes.length];
  if (!current || !next) return null;
  const Icon = current.icon;
  const name = t('shell.appearance_is', { appearance: t(current.label) });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="input-sm"
      aria-label={name}
      title={name}
      onClick={() => setColorScheme(next.value)}
    >
      <Icon size="1.25rem" stroke={1.75} />
    </ActionIcon>
  );
}
