import { Kbd, Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './shortcuts.module.css';
import { useGlobalKeys, usePageShortcuts } from './use-page-shortcuts.ts';

const OpenShortcuts = createContext<() => void>(() => undefined);

/** Opens the list of shortcuts. */
export function useOpenShortcuts(): () => void {
  return useContext(OpenShortcuts);
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** Label of the modifier key for commands on this platform. */
export const modifierKey = isApple ? '⌘' : 'Ctrl';

/** Opens the list of keyboard shortcuts on `?` and through `useOpenShortcuts`. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const open = useMemo(() => () => setOpened(true), []);
  useHotkeys([['shift + ?', open]]);
  useGlobalKeys();
  const pages = usePageShortcuts();
  const shortcuts = [
    { keys: [modifierKey, 'K'], does: t('shortcut.palette') },
    { keys: [modifierKey, 'B'], does: t('shortcut.sidebar') },
    { keys: ['/'], does: t('shortcut.search') },
    { keys: ['C'], does: t('shortcut.create') },
    ...pages.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], does: t(label) })),
    { keys: ['J', 'K'], does: t('shortcut.move') },
    { keys: ['X'], does: t('shortcut.select') },
    { keys: [t('shortcut.space')], does: t('shortcut.peek') },
    { keys: ['Enter'], does: t('shortcut.open') },
    { keys: ['E'], does: t('shortcut.edit') },
    { keys: ['?'], does: t('shortcut.help') },
  ];
  return (
    <OpenShortcuts.Provider value={open}>
      {children}
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('shell.shortcuts')}>
        <dl className={styles.list}>
          {shortcuts.map(({ keys, does }) => (
            <div key={does} className={styles.line}>
              <dt>{does}</dt>
              <dd>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Modal>
    </OpenShortcuts.Provider>
  );
}
