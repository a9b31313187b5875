import * as contract from '@gatewarden/contract/activity-log';
import type { QueryOf } from '@gatewarden/contract/endpoint';
import type { Router } from '../../platform/http/router.ts';
import type { SortColumn } from './activity-filter.queries.ts';
import { presentDetails, presentEntry } from './activity-log.present.ts';
import type { ActivityLog, Page, RequestedFilter } from './activity-log.service.ts';
import { formats } from './export-activity.ts';
import type { LogCheckpoints } from './log-checkpoints.ts';

type Query = QueryOf<typeof contract.listActivity>;

const sortColumns = {
  timestamp: 'at',
  username: 'username',
  location: 'location',
  ip: 'ip',
  event: 'event',
  module: 'module_order',
  device: 'device',
} as const satisfies Record<Query['sort_by'], SortColumn>;

export function addActivityLogRoutes(
  router: Router,
  log: ActivityLog,
  checkpoints: Pick<LogCheckpoints, 'status' | 'acknowledge'>,
): void {
  router.add(contract.listActivity, async ({ actor, query }) => {
    const order = { by: sortColumns[query.sort_by], direction: query.sort_order };
    return presentPage(await log.list(actor, toFilter(query), { number: query.page, order }));
  });
  router.add(contract.getActivity, async ({ actor, params }) => presentDetails(await log.get(actor, params.id)));
  router.add(contract.getLogCheckpoint, async () => {
    const { checkpoint, problem } = await checkpoints.status();
    return {
      checkpoint: checkpoint ?? null,
      problem: problem ? { ...problem, since: problem.since.toISOString() } : null,
    };
  });
  router.add(contract.acknowledgeLogProblem, ({ origin }) => checkpoints.acknowledge(origin));
  router.addDownload(contract.exportActivity, ({ actor, query }) => {
    const { format, sort_order: direction } = query;
    return {
      name: `gatewarden-activity.${format}`,
      contentType: formats[format].contentType,
      content: log.export(actor, toFilter(query), { format, direction }),
    };
  });
}

function toFilter({ from, until, ...query }: Omit<Query, 'page' | 'sort_by'>): RequestedFilter {
  return {
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
    usernames: query.username,
    locations: query.location,
    events: query.event,
    modules: query.module,
    search: query.search,
  };
}

function presentPage({ rows, number, totalItems, isEstimate, hasNext }: Page) {
  return {
    data: rows.map(presentEntry),
    pagination: {
      current_page: number,
      page_size: contract.activityPageSize,
      total_items: totalItems,
      total_pages: Math.ceil(totalItems / contract.activityPageSize),
      next_page: hasNext ? number + 1 : null,
      is_estimate: isEstimate,
    },
  };
}
