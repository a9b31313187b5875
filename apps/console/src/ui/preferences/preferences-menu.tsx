import { ActionIcon, Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AppearanceItems, LanguageItems } from './preference-items.tsx';

/** Language and appearance for whoever is not signed in yet. */
export function PreferencesMenu() {
  const { t } = useTranslation();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.preferences')}>
          <IconLanguage size="1.25rem" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
        <Menu.Divider />
        <AppearanceItems />
      </Menu.Dropdown>
    </Menu>
  );
}
