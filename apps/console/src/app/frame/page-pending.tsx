import { ListSkeleton } from '../../ui/skeletons.tsx';

/** While a page's code and texts are fetched. */
export function PagePending() {
  return <ListSkeleton />;
}
