import type { ActivityDetails, ActivityRow, listActivity } from '@gatewarden/contract/activity-log';
import type { ResponseOf } from '@gatewarden/contract/endpoint';

/** Builders of server responses about the activity log; a test overrides only what it needs. */
export const givenActivity = {
  row: (overrides: Partial<ActivityRow> = {}): ActivityRow => ({
    id: 1,
    timestamp: '2026-11-20T10:00:00',
    user_id: 1,
    username: 'ada',
    location: null,
    ip: '198.51.100.7/32',
    event: 'user_login',
    module: 'gatewarden',
    device: 'curl/8.14.1',
    description: null,
    names: {},
    ...overrides,
  }),

  details: (overrides: Partial<ActivityDetails> = {}): ActivityDetails => ({
    ...givenActivity.row(),
    metadata: null,
    hash: 'ab'.repeat(32),
    ...overrides,
  }),

  page: (
    data: ActivityRow[],
    pagination: Partial<ResponseOf<typeof listActivity>['pagination']> = {},
  ): ResponseOf<typeof listActivity> => ({
    data,
    pagination: {
      current_page: 1,
      page_size: 50,
      total_items: data.length,
      total_pages: 1,
      next_page: null,
      is_estimate: false,
      ...pagination,
    },
  }),
};
