/** Whether the path is a page of this console to return to. Paths that could lead to another host are not. */
export function isReturnPath(path: string): boolean {
  // Browsers read a backslash as a slash, so `/\host` leads to another host as `//host` does.
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/sign-in');
}
