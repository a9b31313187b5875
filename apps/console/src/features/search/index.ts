export { addRecent, clearRecents, readRecents } from './recents.ts';
export { searchQuery } from './search.queries.ts';
export { type PersonAction, useObjectItems } from './use-object-items.tsx';
