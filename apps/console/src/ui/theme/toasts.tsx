import { Notifications } from '@mantine/notifications';
import { motion, sizes } from './tokens.ts';

/** Where toasts appear: above, because what can be done next (save, act on the selection, continue) is below. */
export function Toasts() {
  return (
    <Notifications
      position="top-center"
      containerWidth={sizes['card-width']}
      transitionDuration={motion}
      limit={5}
      portalProps={{ target: document.body }}
    />
  );
}
