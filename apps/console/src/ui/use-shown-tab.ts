import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the element around tabs, which may be wider than the page: scrolls the active tab (`selector`) into view when the
 * tabs appear, when `active` changes and when their width does.
 */
export function useShownTab(selector: string, active: unknown): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const list = tabs.current;
    const tab = list?.querySelector(selector);
    if (active === undefined || !list || !tab) return undefined;
    const show = () => {
      const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
      // not `scrollIntoView`, which would also scroll the page
      list.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
    };
    show();
    const observer = new ResizeObserver(show);
    observer.observe(list);
    return () => observer.disconnect();
  }, [selector, active]);
  return tabs;
}
