import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConnectionWatch } from './connection-watch.tsx';
import { DoubleClickGuard } from './double-click-guard.ts';
import { FocusReturn } from './focus-return.ts';
import { ThemeProvider } from './theme/theme-provider.tsx';

export interface ProviderOptions {
  queryClient: QueryClient;
  /** `test` does without transitions and portals. */
  env?: 'default' | 'test';
}

/** Around every page: look, toasts and the cache. */
export function Providers({ queryClient, env = 'default', children }: ProviderOptions & { children: ReactNode }) {
  return (
    <ThemeProvider env={env}>
      <DoubleClickGuard />
      <FocusReturn />
      <QueryClientProvider client={queryClient}>
        {children}
        <ConnectionWatch />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
