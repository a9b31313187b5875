import { useHotkeys } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../../i18n/i18n.ts';
import { lazy } from '../../lib/lazy.tsx';
import { closePalette, togglePalette, usePaletteState } from './open-palette.ts';
import { PendingQuery } from './pending-query.tsx';

const Palette = lazy(async () => {
  const [{ Palette }] = await Promise.all([import('./palette.tsx'), loadTexts('search')]);
  return { default: Palette };
});

/** Opens the palette on Ctrl+K or ⌘K, also from inside a field. Loads its code on first use. */
export function PaletteHost() {
  const state = usePaletteState();
  const [used, setUsed] = useState(false);
  useHotkeys([['mod + K', togglePalette]], [], true);
  // the palette is closed for the next sign-in
  useEffect(() => closePalette, []);
  if (state !== 'closed' && !used) setUsed(true);
  return used ? (
    <Suspense fallback={state !== 'closed' && <PendingQuery />}>
      <Palette state={state} />
    </Suspense>
  ) : null;
}
