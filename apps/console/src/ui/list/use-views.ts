import { useStored } from './use-stored.ts';

/** Values of search parameters; undefined ones do not count. */
export type FilterValues = Readonly<Record<string, unknown>>;

/** A view that was saved in this browser. */
interface OwnView {
  readonly name: string;
  readonly filter: FilterValues;
}

const none: readonly OwnView[] = [];
const maxViews = 20;

/** The views of a list that were saved by name in this browser. The address checks the values of their filters. */
export function useOwnViews(list: string) {
  const [own, setOwn] = useStored(`views.${list}`, none, readViews);
  return {
    own,
    save: (name: string, filter: FilterValues) =>
      setOwn((before) => [...before, { name, filter: definedOnly(filter) }].slice(-maxViews)),
    /** Returns what undoes it. */
    remove: (name: string) => {
      const index = own.findIndex((view) => view.name === name);
      const removed = own.slice(index, index + 1);
      setOwn((before) => before.filter((view) => view.name !== name));
      return () => setOwn((before) => before.filter((view) => view.name !== name).toSpliced(index, 0, ...removed));
    },
  };
}

/** Whether the filters show the same items. */
export function isSameFilter(a: FilterValues, b: FilterValues): boolean {
  const sorted = (filter: FilterValues) => JSON.stringify(Object.entries(definedOnly(filter)).toSorted());
  return sorted(a) === sorted(b);
}

function definedOnly(filter: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function readViews(raw: unknown): readonly OwnView[] | undefined {
  return Array.isArray(raw) ? raw.filter(isView).slice(-maxViews) : undefined;
}

function isView(raw: unknown): raw is OwnView {
  if (typeof raw !== 'object' || raw === null || !('name' in raw) || !('filter' in raw)) return false;
  return typeof raw.name === 'string' && typeof raw.filter === 'object' && raw.filter !== null;
}
