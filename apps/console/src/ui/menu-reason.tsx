import { Text } from '@mantine/core';

/** Below the label of a menu item that cannot be used: why. */
export function MenuReason({ children }: { children: string }) {
  return (
    <Text component="span" display="block" size="xs" c="dimmed">
      {children}
    </Text>
  );
}
