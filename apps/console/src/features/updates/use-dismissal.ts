import type { Update } from '@gatewarden/contract/updates';
import { useLocalStorage } from '@mantine/hooks';

interface Dismissal {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly dismissedAt: string;
}

/** Which release is not announced again in this browser. */
export function useDismissal() {
  const [dismissal, setDismissal] = useLocalStorage<Dismissal | null>({
    key: 'gatewarden.updates',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return {
    isDismissed: ({ version }: Update) => dismissal?.version === version,
    dismiss: ({ version }: Update) => setDismissal({ version, dismissedAt: new Date().toISOString() }),
  };
}

/** Whether the notice about this set of outdated components is hidden in this browser; another set is shown again. */
export function useHiddenSet(set: string) {
  const [hidden, setHidden] = useLocalStorage<string>({
    key: 'gatewarden.hidden-outdated',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  return { isHidden: hidden === set, hide: () => setHidden(set) };
}
