import type { Notice } from '@gatewarden/contract/notices';
import { useLocalStorage } from '@mantine/hooks';

const dayMilliseconds = 24 * 3_600_000;

/** Until when notices are hidden in this browser, in milliseconds since 1970. A notice with another state is another one. */
export function useHiddenNotices() {
  const [hidden, setHidden] = useLocalStorage<Readonly<Record<string, number>>>({
    key: 'gatewarden.hidden-notices',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return {
    isHidden: (notice: Notice) => (hidden[keyOf(notice)] ?? 0) > Date.now(),
    /** For a day. */
    hide: (notice: Notice) => setHidden({ [keyOf(notice)]: Date.now() + dayMilliseconds }),
  };
}

function keyOf({ kind, details }: Notice): string {
  return `${kind}:${details['state'] ?? ''}`;
}
