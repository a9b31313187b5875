import { lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/resources.ts';
import { loadCode } from '../lib/load-code.ts';

/** Lazily loaded screen: a function that imports its file, and the name of the export. */
export const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadCode(load), name);

/** Loader of a route that fetches the texts of its screen in parallel with the code. */
export function texts(...namespaces: Namespace[]): () => Promise<void> {
  return () => loadTexts(...namespaces);
}
