import { useEffect } from 'react';

/** The browser asks before it reloads or closes the page, the only place where a private key or recovery codes are. */
export function useConfirmUnload(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isActive]);
}
