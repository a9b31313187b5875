import {
  IconDeviceDesktop,
  IconDeviceLaptop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconServer,
} from '@tabler/icons-react';
import { type DeviceForm, deviceFormOf } from '../device-form.ts';

const icons: Readonly<Record<DeviceForm, typeof IconServer>> = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  desktop: IconDeviceDesktop,
  server: IconServer,
  laptop: IconDeviceLaptop,
};

interface Props {
  /** Of the device. */
  name: string;
  size?: string;
  className?: string | undefined;
}

/** A phone, a laptop and so on, by the name of the device. Decorative. */
export function DeviceIcon({ name, size = '1.25rem', className }: Props) {
  const Icon = icons[deviceFormOf(name)];
  return <Icon size={size} stroke={1.75} className={className} aria-hidden />;
}
