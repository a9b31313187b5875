import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StateBlock } from './state-block.tsx';

interface Props {
  title: string;
  /** What this place is for. */
  text: ReactNode;
  /** Offers the first step. */
  action?: ReactNode;
  icon?: ReactNode;
  /** `row`: for one of several lists on a page, none of which should push the others out of sight. */
  variant?: 'block' | 'row';
}

/** Nothing is here yet: says what the place is for and offers the first step. */
export function EmptyState({ icon = <IconInbox />, ...rest }: Props) {
  return <StateBlock icon={icon} {...rest} />;
}
