import { startTransition, useEffect, useState } from 'react';
import { useMe } from '../../features/auth/index.ts';
import { LiveProvider } from '../../features/live/index.ts';
import { ReauthenticationProvider } from '../../features/mfa/components/reauthentication-provider.tsx';
import { PreferencesProvider } from '../../features/preferences/index.ts';
import { PaletteProvider } from '../../ui/palette/palette-items.tsx';
import { EnabledOutlet } from '../frame/enabled-outlet.tsx';
import { StartLoader } from '../frame/start-loader.tsx';
import { AdminShell } from './admin-shell.tsx';
import { PaletteHost } from './palette-host.tsx';
import { ShortcutsProvider } from './shortcuts.tsx';
import { UserShell } from './user-shell.tsx';

/** Wraps every page of a signed-in user: navigation by role, live updates, palette and shortcuts. */
export function SignedInFrame() {
  const me = useMe();
  const Shell = me.is_admin ? AdminShell : UserShell;
  // The router makes React render the first page at once; in a transition, it renders in short steps, as in `main.tsx`.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => startTransition(() => setIsShown(true)), []);
  if (!isShown) return <StartLoader />;
  return (
    <LiveProvider>
      <PreferencesProvider>
        <PaletteProvider>
          <ShortcutsProvider key={String(me.is_admin)}>
            <ReauthenticationProvider>
              <Shell>
                <EnabledOutlet />
              </Shell>
              <PaletteHost />
            </ReauthenticationProvider>
          </ShortcutsProvider>
        </PaletteProvider>
      </PreferencesProvider>
    </LiveProvider>
  );
}
