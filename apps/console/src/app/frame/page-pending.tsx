import { ListSkeleton } from '../../ui/skeletons.tsx';

/** Shown while the code and texts of a page load. */
export function PagePending() {
  return <ListSkeleton />;
}
