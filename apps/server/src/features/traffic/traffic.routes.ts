import * as contract from '@gatewarden/contract/traffic';
import type { TrafficStorage } from '@gatewarden/contract/traffic-history';
import * as historyContract from '@gatewarden/contract/traffic-history';
import type { Router } from '../../platform/http/router.ts';
import { exportHistory } from './export-history.ts';
import type { ShowHistory } from './history.ts';
import { presentListedDevice } from './traffic.present.ts';
import type { TrafficStats } from './traffic-stats.ts';

interface Dependencies {
  readonly stats: TrafficStats;
  readonly showHistory: ShowHistory;
  readonly describeStorage: () => Promise<TrafficStorage>;
  /** Called for each request for traffic. */
  readonly renewLiveDemand: () => void;
}

export function addTrafficRoutes(
  router: Router,
  { stats, showHistory, describeStorage, renewLiveDemand }: Dependencies,
): void {
  router.add(contract.getStats, ({ query }) => {
    renewLiveDemand();
    return stats.summarise(undefined, query.from);
  });
  router.add(contract.listLocationStats, ({ query }) => {
    renewLiveDemand();
    return stats.listByLocation(query.from, query.people);
  });
  router.add(contract.listTopDevices, ({ query }) => stats.rankDevices(query));
  router.add(contract.getLocationStats, ({ params, query }) => {
    renewLiveDemand();
    return stats.summarise(params.id, query.from);
  });
  router.add(contract.getConnectedUsers, ({ params, query }) => {
    renewLiveDemand();
    return stats.listConnected(params.id, query.from, query);
  });
  router.addList(contract.listAllDevices, async function* () {
    for await (const part of stats.listAllDevices()) yield part.map(presentListedDevice);
  });
  router.add(contract.listLocationDevices, ({ params, query }) => stats.listDevices(params.id, query));
  router.add(historyContract.getTrafficHistory, ({ query }) => showHistory(query));
  router.addDownload(historyContract.exportTrafficHistory, ({ query }) => ({
    name: 'gatewarden-traffic.csv',
    contentType: 'text/csv; charset=utf-8',
    content: exportHistory(() => showHistory(query)),
  }));
  router.add(historyContract.getTrafficStorage, () => describeStorage());
  router.add(contract.listUserConnections, ({ params }) => stats.listConnectionsOf(params.username));
}
