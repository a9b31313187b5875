import { type ComponentType, Suspense } from 'react';
import { ListSkeleton } from '../ui/skeletons.tsx';

interface Props<Of> {
  /** By name, in the order of the features. */
  sections: Readonly<Record<string, ComponentType<Of>>>;
  /** The object that the sections are about. */
  of: Of & object;
}

/** Sections that features add to the summary of an object; code and texts of each are loaded with it. */
export function ModuleSections<Of>({ sections, of }: Props<Of>) {
  return Object.entries(sections).map(([name, Section]) => (
    <Suspense key={name} fallback={<ListSkeleton count={5} />}>
      <Section {...of} />
    </Suspense>
  ));
}
