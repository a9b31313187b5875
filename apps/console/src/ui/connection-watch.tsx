import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onReturn, watchConnection } from '../lib/connection.ts';
import { refetchFailed } from '../lib/query-client.ts';
import { ConnectionBar } from './connection-bar.tsx';

/** Watches whether the server answers while any page is shown, says so, and fetches what failed when it is back. */
export function ConnectionWatch() {
  const queryClient = useQueryClient();
  useEffect(watchConnection, []);
  useEffect(() => onReturn(() => refetchFailed(queryClient)), [queryClient]);
  return <ConnectionBar />;
}
