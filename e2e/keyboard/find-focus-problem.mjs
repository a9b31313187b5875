// @ts-nocheck It runs in the browser, whose types are not those of the tests.

/**
 * What is wrong with how the page shows the focus: the element is outside of the window, or neither it nor what is around
 * it has a ring.
 *
 * @returns {string | undefined}
 */
export function findFocusProblem() {
  const focused = document.activeElement;
  // before the first Tab, and on a heading that the focus was moved to
  if (!focused || focused === document.body || focused.tabIndex < 0) return undefined;
  const name = focused.outerHTML.slice(0, 200);
  const { top, bottom, left, right } = focused.getBoundingClientRect();
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return `outside of the window: ${name}`;
  const hasRing = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.nextElementSibling];
  return around.some((element) => element && hasRing(element)) ? undefined : `no ring: ${name}`;
}
