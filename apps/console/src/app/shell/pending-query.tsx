import { useEffect } from 'react';
import { closePalette, pendingQuery, setPendingQuery } from './open-palette.ts';

/** While the code of the palette loads: stores what is typed, for its field. Escape closes the palette. */
export function PendingQuery() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (key === 'Escape') closePalette();
      else if (key === 'Backspace') setPendingQuery(pendingQuery().slice(0, -1));
      // other keys, such as Shift, have names of several characters
      else if ([...key].length === 1) setPendingQuery(pendingQuery() + key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // before the keys of the page
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
  return null;
}
