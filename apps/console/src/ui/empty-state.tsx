import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Illustration, type Subject } from './illustration.tsx';
import { StateBlock } from './state-block.tsx';

interface Props {
  title: string;
  /** Purpose of the list or page. */
  text: ReactNode;
  /** Offers the first step. */
  action?: ReactNode;
  icon?: ReactNode;
  /** A drawing in place of the icon, where the page is about nothing else. */
  picture?: Subject;
  /** `row`: for one of several lists on a page, to save space. */
  variant?: 'block' | 'row';
}

/** Empty list or page: describes its purpose and offers the first step. */
export function EmptyState({ icon = <IconInbox />, picture, ...rest }: Props) {
  return (
    <StateBlock icon={picture ? <Illustration of={picture} /> : icon} isPicture={picture !== undefined} {...rest} />
  );
}
