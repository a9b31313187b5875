import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StateBlock } from './state-block.tsx';

interface Props {
  title: string;
  /** Purpose of the list or page. */
  text: ReactNode;
  /** Offers the first step. */
  action?: ReactNode;
  icon?: ReactNode;
  /** `row`: for one of several lists on a page, to save space. */
  variant?: 'block' | 'row';
}

/** Empty list or page: describes its purpose and offers the first step. */
export function EmptyState({ icon = <IconInbox />, ...rest }: Props) {
  return <StateBlock icon={icon} {...rest} />;
}
