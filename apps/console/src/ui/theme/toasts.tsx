import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { screens } from './screen-sizes.ts';
import styles from './toasts.module.css';
import { motion, sizes } from './tokens.ts';

/**
 * Shows toasts at the lower right, in narrow windows at the lower center, where they cover neither the title of the page
 * nor what they announce. They are above the tabs, the save bar and the action that are fixed to the lower edge.
 */
export function Toasts() {
  const isNarrow = useMediaQuery(screens.belowDesktop, false, { getInitialValueInEffect: false });
  const position = isNarrow ? 'bottom-center' : 'bottom-right';
  const reserveSpace = useCallback(
    (place: HTMLDivElement | null) => {
      // called for the container of every position
      if (place?.dataset['position'] !== position) return;
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
      className={styles.place ?? ''}
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
  return offsetHeight === 0
    ? '0px'
    : `calc(${offsetHeight}px + 2 * var(--mantine-spacing-md) + var(--gw-edge-space, 0px))`;
}
