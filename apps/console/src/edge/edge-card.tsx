import { type ReactNode, useEffect } from 'react';
import { CardPage } from '../ui/card-page.tsx';
import { Logo } from '../ui/logo.tsx';
import { useEdge } from './edge-context.ts';
import { focusHeading } from './focus-heading.ts';

interface Props {
  title: string;
  text?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** A page of the edge, with the logo of the instance. */
export function EdgeCard(props: Props) {
  const { instance_name, main_logo_url } = useEdge();
  useFocusOnPage(props.title);
  return <CardPage logo={<Logo url={main_logo_url} name={instance_name} kind="main" />} {...props} />;
}

/** Of the last page, of which each has its own card. */
let shownTitle: string | undefined;

/** The button that led to another page is gone with its page, and with it the focus. */
function useFocusOnPage(title: string): void {
  useEffect(() => {
    const isOther = shownTitle !== undefined && shownTitle !== title;
    shownTitle = title;
    if (isOther && document.activeElement === document.body) focusHeading();
  }, [title]);
}
