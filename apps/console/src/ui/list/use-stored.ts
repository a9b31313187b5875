import { useLocalStorage } from '@mantine/hooks';

/** A value in this browser; `read` checks what is stored, which an earlier version may have written. */
export function useStored<Value>(key: string, initial: Value, read: (raw: unknown) => Value | undefined) {
  return useLocalStorage<Value>({
    key: `gatewarden.${key}`,
    defaultValue: initial,
    getInitialValueInEffect: false,
    deserialize: (text) => {
      try {
        return (text !== undefined && read(JSON.parse(text))) || initial;
      } catch {
        return initial;
      }
    },
  });
}
