import { lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/resources.ts';

/** A screen's code, as a function that fetches it; its export is named beside it. */
export const screen = lazyRouteComponent;

/** Loader of a route: fetches the texts of the features that its screen shows, beside its code. */
export function texts(...namespaces: Namespace[]): () => Promise<void> {
  return () => loadTexts(...namespaces);
}
