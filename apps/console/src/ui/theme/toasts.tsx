import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { screens } from './screen-sizes.ts';
import { motion } from './tokens.ts';

/** Where toasts appear: on a phone above, because what can be done there is below, under the thumb. */
export function Toasts() {
  const onPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={onPhone ? 'top-center' : 'bottom-right'}
      transitionDuration={motion}
      limit={5}
      portalProps={{ target: document.body }}
    />
  );
}
