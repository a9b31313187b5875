import type { ReactNode } from 'react';
import { CardPage } from '../ui/card-page.tsx';
import { Logo } from '../ui/logo.tsx';
import { useEdge } from './edge-context.ts';

interface Props {
  title: string;
  text?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** A page of the edge, with the logo of the instance. */
export function EdgeCard(props: Props) {
  const { instance_name, main_logo_url } = useEdge();
  return <CardPage logo={<Logo url={main_logo_url} name={instance_name} kind="main" />} {...props} />;
}
