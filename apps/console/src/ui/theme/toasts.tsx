import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { screens } from './screen-sizes.ts';
import { motion, sizes } from './tokens.ts';

/**
 * Shows toasts at the top, because the next actions (save, act on the selection, continue) are at the bottom. Narrow
 * windows have header and title at the top, so toasts are at the bottom, and elements fixed to the lower edge move
 * above them.
 */
export function Toasts() {
  const isNarrow = useMediaQuery(screens.belowDesktop, false, { getInitialValueInEffect: false });
  const position = isNarrow ? 'bottom-center' : 'top-center';
  const reserveSpace = useCallback(
    (place: HTMLDivElement | null) => {
      // called for the container of every position
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

/** Height with the distances to the lower edge and to the content above. */
function spaceOf({ offsetHeight }: HTMLElement): string {
  return offsetHeight === 0 ? '0px' : `calc(${offsetHeight}px + 2 * var(--mantine-spacing-md))`;
}
