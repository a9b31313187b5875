// @ts-nocheck It runs in the browser, whose types are not those of the tests.

/**
 * Addresses of styles that are loading, or that failed: the rules of those cannot be read.
 * @returns {string[]}
 */
export function missingStyles() {
  const links = [...document.querySelectorAll('link[rel=stylesheet]')];
  return links.filter((link) => !isThere(link)).map(({ href }) => href);

  function isThere(link) {
    try {
      return Boolean(link.sheet?.cssRules);
    } catch {
      return false;
    }
  }
}
