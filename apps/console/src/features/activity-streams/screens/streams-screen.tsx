import { StreamList } from '../components/stream-list.tsx';

/** Collectors that receive the activity log. */
export function StreamsScreen() {
  return <StreamList />;
}
