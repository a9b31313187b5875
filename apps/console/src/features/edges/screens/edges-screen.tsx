import { EdgeList } from '../components/edge-list.tsx';

/** The edges that run as processes of their own. */
export function EdgesScreen() {
  return <EdgeList />;
}
