import { Notifications } from '@mantine/notifications';
import { motion } from './tokens.ts';

/** Where toasts appear. */
export function Toasts() {
  return (
    <Notifications
      position="bottom-right"
      transitionDuration={motion}
      limit={5}
      portalProps={{ target: document.body }}
    />
  );
}
