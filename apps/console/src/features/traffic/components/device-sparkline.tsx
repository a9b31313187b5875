import type { DeviceStats } from '@gatewarden/contract/traffic';
import { useMemo } from 'react';
import { Sparkline, sparklinePeak } from '../../../ui/chart/sparkline.tsx';
import type { TrafficPoint } from '../../../ui/chart/traffic-point.ts';
import { trafficPoints } from '../../../ui/chart/traffic-series.ts';
import type { ConnectedOwner } from '../connected-devices.ts';

interface Window {
  hours: number;
  /** Time of the response. */
  at: Date;
}

interface Props extends Window {
  device: DeviceStats;
  /** That of all devices of the list. */
  peak: number;
  inRow?: boolean;
}

/** Traffic of a device in the window. */
export function DeviceSparkline({ device, hours, at, peak, inRow = false }: Props) {
  const points = useMemo(() => pointsOf(device, { hours, at }), [device, hours, at]);
  return <Sparkline points={points} peak={peak} inRow={inRow} />;
}

/** Highest rate of all devices, for a common scale. */
export function useDevicesPeak(owners: readonly ConnectedOwner[], { hours, at }: Window): number {
  return useMemo(() => {
    const devices = owners.flatMap((owner) => owner.devices);
    return Math.max(0, ...devices.map((device) => sparklinePeak(pointsOf(device, { hours, at }))));
  }, [owners, hours, at]);
}

/** The API omits the buckets of a device without traffic: they are zero, not unknown. */
function pointsOf({ stats }: DeviceStats, { hours, at }: Window): TrafficPoint[] {
  const points = trafficPoints(stats, { hours, now: at });
  return points.map((point) => ({ ...point, down: point.down ?? 0, up: point.up ?? 0 }));
}
