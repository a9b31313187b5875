import { type MantineThemeOverride, mergeThemeOverrides } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { theme } from './theme.ts';

/** Theme with accessible names, in the language of the user, for buttons inside components. */
export function useLocalizedTheme(): MantineThemeOverride {
  const { t } = useTranslation();
  return useMemo(() => mergeThemeOverrides(theme, namesOf(t)), [t]);
}

function namesOf(t: TFunction): MantineThemeOverride {
  const closing = { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } };
  // Mantine hides the visibility toggle from keyboards and screen readers; their users need it too.
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
