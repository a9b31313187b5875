import type { DeviceStats } from '@gatewarden/contract/traffic';
import { useMemo } from 'react';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import { trafficPoints } from '../traffic-series.ts';

interface Props {
  device: DeviceStats;
  hours: number;
  /** When the answer arrived. */
  at: Date;
  inRow?: boolean;
}

/** A device's traffic of the window. */
export function DeviceSparkline({ device, hours, at, inRow = false }: Props) {
  const points = useMemo(() => trafficPoints(device.stats, { hours, now: at }), [device, hours, at]);
  return <Sparkline points={points} inRow={inRow} />;
}
