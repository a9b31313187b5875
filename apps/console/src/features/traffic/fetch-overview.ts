import type { QueryClient } from '@tanstack/react-query';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { allGatewaysQuery } from '../gateways/index.ts';
import { allLocationStatsQuery, locationsQuery } from '../locations/index.ts';
import { defaultHours, type WindowHours } from './time-window.ts';
import { statsQuery } from './traffic.queries.ts';

export const overviewTexts = ['traffic', 'locations', 'gateways', 'devices'] as const;

/** Requests the data of the overview. */
export function fetchOverview(queryClient: QueryClient, hours: WindowHours = defaultHours): void {
  fetchAhead(queryClient, locationsQuery());
  fetchAhead(queryClient, allGatewaysQuery());
  fetchAhead(queryClient, statsQuery(hours));
  fetchAhead(queryClient, allLocationStatsQuery(hours));
}
