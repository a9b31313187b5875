/** Whether it is a page of this console to go back to; anything that could lead to another host is not. */
export function isReturnPath(path: string): boolean {
  // Browsers read a backslash as a slash, so `/\host` is another host just as `//host` is.
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/sign-in');
}
