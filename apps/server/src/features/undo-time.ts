/** How long a session can restore what it removed. Longer than consoles offer it: the user may have to confirm it. */
export const undoMilliseconds = 120_000;
