import { useHotkeys } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { lazy, Suspense, useEffect, useState } from 'react';
import { closePalette, paletteStore, togglePalette } from './open-palette.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens the palette on Ctrl+K or ⌘K, also from inside a field. Its code comes when it is first asked for. */
export function PaletteHost() {
  const { opened } = useSpotlight(paletteStore);
  const [used, setUsed] = useState(false);
  useHotkeys([['mod + K', togglePalette]], [], true);
  // Whoever signs in next starts with a closed one.
  useEffect(() => closePalette, []);
  if (opened && !used) setUsed(true);
  return used ? (
    <Suspense>
      <Palette opened={opened} />
    </Suspense>
  ) : null;
}
