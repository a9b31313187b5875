import { IconKeyboard, IconLanguage, IconLogout } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSavePreferences } from '../../features/preferences/index.ts';
import { languageNames, languages } from '../../i18n/language.ts';
import { loadKoreanFont } from '../../lib/korean-font.ts';
import type { PaletteItem } from '../../ui/palette/palette-items.tsx';
import { colorSchemes } from '../../ui/preferences/color-schemes.ts';
import { useColorScheme } from '../../ui/theme/use-color-scheme.ts';
import { useOpenShortcuts } from './shortcuts.tsx';
import { useSignOutAndLeave } from './use-sign-out-and-leave.ts';

/** Commands that apply to all pages, as palette items: appearance, language, shortcuts and signing out. */
export function useCommandItems(): PaletteItem[] {
  const { t, i18n } = useTranslation(['common', 'search']);
  const { colorScheme } = useColorScheme();
  const { mutate: save } = useSavePreferences();
  const openShortcuts = useOpenShortcuts();
  const { leave } = useSignOutAndLeave();
  useEffect(loadKoreanFont, []);
  return useMemo(() => {
    const group = t('search:group.commands');
    const wordsOf = (key: 'search:words.appearance' | 'search:words.language' | 'search:words.sign_out') =>
      t(key).split(/\s*,\s*/);
    const schemes = colorSchemes
      .filter(({ value }) => value !== colorScheme)
      .map(
        ({ value, label, icon: Icon }): PaletteItem => ({
          id: `command:scheme:${value}`,
          label: `${t('shell.appearance')}: ${t(label)}`,
          group,
          icon: <Icon size="1.25rem" />,
          keywords: wordsOf('search:words.appearance'),
          isAction: true,
          run: () => save({ color_scheme: value }),
        }),
      );
    const others = languages
      .filter((language) => language !== i18n.language)
      .map(
        (language): PaletteItem => ({
          id: `command:language:${language}`,
          label: `${t('language')}: ${languageNames[language]}`,
          group,
          icon: <IconLanguage size="1.25rem" />,
          keywords: wordsOf('search:words.language'),
          isAction: true,
          run: () => save({ language }),
        }),
      );
    return [
      ...schemes,
      ...others,
      {
        id: 'command:shortcuts',
        label: t('shell.shortcuts'),
        group,
        icon: <IconKeyboard size="1.25rem" />,
        isAction: true,
        run: openShortcuts,
      },
      {
        id: 'command:sign-out',
        label: t('shell.sign_out'),
        group,
        keywords: wordsOf('search:words.sign_out'),
        isAction: true,
        icon: <IconLogout size="1.25rem" />,
        run: leave,
      },
    ];
  }, [t, i18n.language, colorScheme, save, openShortcuts, leave]);
}
