import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { screens } from './screen-sizes.ts';
import { motion, sizes } from './tokens.ts';

/**
 * Where toasts appear: above, because what can be done next (save, act on the selection, continue) is below. A narrow
 * window has its header and title there, so toasts are below, and what is fixed to the lower edge moves above them.
 */
export function Toasts() {
  const isNarrow = useMediaQuery(screens.belowDesktop, false, { getInitialValueInEffect: false });
  const position = isNarrow ? 'bottom-center' : 'top-center';
  const reserveSpace = useCallback(
    (place: HTMLDivElement | null) => {
      // called for the place of every position
      if (place?.dataset['position'] !== position || !position.startsWith('bottom')) return;
      const { style } = document.documentElement;
      const observer = new ResizeObserver(() => style.setProperty('--gw-toasts-space', spaceOf(place)));
      observer.observe(place);
      return () => {
        observer.disconnect();
        style.removeProperty('--gw-toasts-space');
      };
    },
    [position],
  );
  return (
    <Notifications
      ref={reserveSpace}
      position={position}
      containerWidth={sizes['card-width']}
      transitionDuration={motion}
      limit={5}
      portalProps={{ target: document.body }}
    />
  );
}

/** With the distances to the edge below and to what is above. */
function spaceOf({ offsetHeight }: HTMLElement): string {
  return offsetHeight === 0 ? '0px' : `calc(${offsetHeight}px + 2 * var(--mantine-spacing-md))`;
}
