import { MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { colorSchemeManager } from './color-scheme.ts';
import { useLocalizedTheme } from './use-localized-theme.ts';

interface Props {
  children: ReactNode;
  /** `test` does without transitions and portals. */
  env?: 'default' | 'test';
}

// A toast is never the first thing on a page: its code comes with the first one.
const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

/** The look of everything inside, and the place where toasts appear. */
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
