import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonLink } from './links.tsx';
import { StateBlock } from './state-block.tsx';

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  /** The list where such an object is found. */
  list: Pick<LinkProps, 'to' | 'params'>;
  listLabel: string;
}

/** Replaces a page whose object does not exist or was deleted. */
export function NotFoundState({ icon, title, text, list, listLabel }: Props) {
  return (
    <StateBlock
      asPage
      role="alert"
      icon={icon}
      title={title}
      text={text}
      action={
        <ButtonLink {...list} variant="default">
          {listLabel}
        </ButtonLink>
      }
    />
  );
}
