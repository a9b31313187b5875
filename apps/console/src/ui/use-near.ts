import { type RefCallback, useCallback, useState } from 'react';

/** Beyond the edges of the view, as a share of its height: what is scrolled to has loaded until it shows. */
const margin = 0.5;

/** Whether the element is or was in view, or close to it. */
export function useNear(): { ref: RefCallback<Element>; isNear: boolean } {
  const [isNear, setNear] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    // the observer reports in a later frame, until which a placeholder would flash
    if (isInReach(element)) return setNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${margin * 100}%` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isNear };
}

function isInReach(element: Element): boolean {
  const [box] = element.getClientRects();
  const reach = window.innerHeight * margin;
  return box !== undefined && box.top < window.innerHeight + reach && box.bottom > -reach;
}
