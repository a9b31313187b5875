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
}

/** Nothing is here yet: says what the place is for and offers the first step. */
export function EmptyState({ icon = <IconInbox />, ...rest }: Props) {
  return <StateBlock icon={icon} {...rest} />;
}
