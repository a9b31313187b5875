/** Whether the path is a page of this console to return to. Paths that could lead to another host are not. */
export function isReturnPath(path: string): boolean {
  // Browsers read a backslash as a slash, so `/\host` leads to another host as `//host` does, and they ignore tabs and
  // line breaks (WHATWG URL §4.4): no path of the console has a control character.
  return /^\/(?![/\\])\P{Cc}*$/u.test(path) && !path.startsWith('/sign-in');
}
