import { MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../../lib/lazy.tsx';
import { colorSchemeManager } from './color-scheme.ts';
import { useLocalizedTheme } from './use-localized-theme.ts';

interface Props {
  children: ReactNode;
  /** `test`: without transitions and portals. */
  env?: 'default' | 'test';
}

// No page starts with a toast, so the code is loaded with the first one.
const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

/** Theme of the console, and the host of toasts. */
export function ThemeProvider({ children, env = 'default' }: Props) {
  return (
    <MantineProvider
      theme={useLocalizedTheme()}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
      env={env}
    >
      {children}
      <ToastHost />
    </MantineProvider>
  );
}

function ToastHost() {
  const { notifications } = useNotifications();
  const [used, setUsed] = useState(false);
  if (notifications.length > 0 && !used) setUsed(true);
  return used ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}
