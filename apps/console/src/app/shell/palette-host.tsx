import { useHotkeys } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { Suspense, useEffect, useState } from 'react';
import { lazy } from '../../lib/lazy.tsx';
import { closePalette, paletteStore, togglePalette } from './open-palette.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens the palette on Ctrl+K or ⌘K, also from inside a field. Loads its code on first use. */
export function PaletteHost() {
  const { opened } = useSpotlight(paletteStore);
  const [used, setUsed] = useState(false);
  useHotkeys([['mod + K', togglePalette]], [], true);
  // the palette is closed for the next sign-in
  useEffect(() => closePalette, []);
  if (opened && !used) setUsed(true);
  return used ? (
    <Suspense>
      <Palette opened={opened} />
    </Suspense>
  ) : null;
}
