import { onReturn } from './connection.ts';

/** Links to styles that could not be loaded. Those that are still loading are none of them. */
const failed = new Set<HTMLLinkElement>();
/** The attempts in progress, by address, so that files which need the same styles wait for one of them. */
const attempts = new Map<string, Promise<void>>();

/** Records which styles fail from now on, and loads them again when the server answers again. */
export function watchStyles(): void {
  // failed resources send an event that does not bubble
  document.addEventListener('error', ({ target }) => isStyles(target) && failed.add(target), { capture: true });
  onReturn(() => void reloadFailedStyles());
}

/**
 * Loads the styles again that failed earlier: Vite asks for the styles of a file once, and takes them as loaded after that.
 * Resolves to whether all are there now.
 */
export async function reloadFailedStyles(): Promise<boolean> {
  for (const link of failed) {
    failed.delete(link);
    if (link.isConnected && !attempts.has(link.href)) attempts.set(link.href, reload(link));
  }
  await Promise.all(attempts.values());
  return failed.size === 0;
}

/** A link that fails again is recorded by the listener. */
async function reload(link: HTMLLinkElement): Promise<void> {
  const next = link.cloneNode() as HTMLLinkElement;
  await new Promise<void>((resolve) => {
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => resolve());
    link.replaceWith(next);
  });
  attempts.delete(link.href);
}

function isStyles(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet';
}
