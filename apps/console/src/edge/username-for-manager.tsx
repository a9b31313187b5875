import { VisuallyHidden } from '@mantine/core';

/** Tells password managers for which account the password beside it is. */
export function UsernameForManager({ username }: { username: string }) {
  return (
    <VisuallyHidden aria-hidden>
      <input type="text" autoComplete="username" value={username} readOnly tabIndex={-1} />
    </VisuallyHidden>
  );
}
