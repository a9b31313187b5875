import { getOutdated, getUpdate, getVersions } from '@gatewarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** The newest release, if it is newer than the server; null: none is known. */
export const updateQuery = () =>
  queryOptions({ queryKey: ['updates', 'newest'], queryFn: ({ signal }) => call(getUpdate, { signal }) });

/** Gateways and edges that are older than the server. */
export const outdatedQuery = () =>
  queryOptions({ queryKey: ['updates', 'outdated'], queryFn: ({ signal }) => call(getOutdated, { signal }) });

/** The version of every component, and certificates. */
export const versionsQuery = () =>
  queryOptions({ queryKey: ['updates', 'versions'], queryFn: ({ signal }) => call(getVersions, { signal }) });
