import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { colorSchemeManager } from './color-scheme.ts';
import { theme } from './theme.ts';
import { motion } from './tokens.ts';

interface Props {
  children: ReactNode;
  /** `test` does without transitions and portals. */
  env?: 'default' | 'test';
}

/** The look of everything inside, and the place where toasts appear. */
export function ThemeProvider({ children, env = 'default' }: Props) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
      env={env}
    >
      <Notifications position="bottom-right" transitionDuration={motion} limit={5} />
      {children}
    </MantineProvider>
  );
}
