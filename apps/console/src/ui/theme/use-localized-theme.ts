import { type MantineThemeOverride, mergeThemeOverrides } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { theme } from './theme.ts';

/** The theme with names, in the reader's language, for the buttons that components bring with them. */
export function useLocalizedTheme(): MantineThemeOverride {
  const { t } = useTranslation();
  return useMemo(() => mergeThemeOverrides(theme, namesOf(t)), [t]);
}

function namesOf(t: TFunction): MantineThemeOverride {
  const closing = { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } };
  // Mantine hides the eye from keyboard and screen reader; whoever uses them wants to check the password too.
  const eye = { 'aria-label': t('password.toggle'), tabIndex: 0, 'aria-hidden': false };
  return {
    components: {
      Alert: { defaultProps: { closeButtonLabel: t('close') } },
      Drawer: closing,
      Modal: closing,
      PasswordInput: { defaultProps: { visibilityToggleButtonProps: eye } },
    },
  };
}
