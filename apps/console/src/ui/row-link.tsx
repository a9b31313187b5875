import { Anchor, Text } from '@mantine/core';
import { type LinkOptions, type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

import { useRowTabIndex } from './row-focus.ts';

interface Props {
  className?: string | undefined;
  title?: string;
  children: ReactNode;
}

/** As for `TextLink`: a pointer or the focus that only passes over rows does not preload their pages. */
const preloadDelayMilliseconds = 50;

/**
 * Link to another page of the console, as the name in a list. Looks and works like `TextLink`, except that it does not
 * know whether its page is shown: each `TextLink` subscribes to the router, which slows down scrolling.
 */
export function RowLink<const To extends string>({
  className = '',
  title,
  children,
  ...target
}: LinkOptions<RegisteredRouter, string, To> & Props) {
  const router = useRouter();
  const tabIndex = useRowTabIndex();
  const to = target as LinkOptions;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // the page handles failures when it is opened
  const preload = () => void router.preloadRoute(to).catch(() => undefined);
  const schedule = () => {
    timer.current = setTimeout(preload, preloadDelayMilliseconds);
  };
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onClick = (event: MouseEvent) => {
    cancel();
    if (!opensHere(event)) return;
    event.preventDefault();
    void router.navigate(to);
  };
  return (
    <a
      className={`mantine-focus-auto ${Anchor.classes.root} ${Text.classes.root} ${className}`}
      data-underline="hover"
      href={router.buildLocation(to).href}
      title={title}
      tabIndex={tabIndex}
      onClick={onClick}
      onMouseEnter={schedule}
      onMouseLeave={cancel}
      onFocus={schedule}
      onBlur={cancel}
      onTouchStart={preload}
    >
      {children}
    </a>
  );
}

/** Otherwise the browser opens the link in another tab or window, or downloads it. */
function opensHere({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
