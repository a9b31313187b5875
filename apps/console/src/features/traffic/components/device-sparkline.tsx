import type { DeviceStats } from '@gatewarden/contract/traffic';
import { useMemo } from 'react';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import { trafficPoints } from '../traffic-series.ts';

interface Props {
  device: DeviceStats;
  hours: number;
  /** Time of the response. */
  at: Date;
  inRow?: boolean;
}

/** Traffic of a device in the window. */
export function DeviceSparkline({ device, hours, at, inRow = false }: Props) {
  const points = useMemo(() => trafficPoints(device.stats, { hours, now: at }), [device, hours, at]);
  return <Sparkline points={points} inRow={inRow} />;
}
