/** After the element with the focus is gone, so that keyboards and screen readers continue at the beginning of what is new. */
export function focusHeading(): void {
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}
