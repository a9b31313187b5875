import { useMantineColorScheme } from '@mantine/core';

/** Mantine stops transitions with an inline style, which the content security policy forbids. */
const withoutStyles = { keepTransitions: true } as const;

/** The chosen appearance, and how to change it. */
export function useColorScheme() {
  return useMantineColorScheme(withoutStyles);
}
