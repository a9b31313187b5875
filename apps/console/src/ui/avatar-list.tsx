import type { LinkProps } from '@tanstack/react-router';
import { Avatar } from './avatar.tsx';
import styles from './avatar-list.module.css';
import { TextLink } from './links.tsx';

interface Props {
  /** Accessible name. */
  label?: string;
  items: readonly { readonly id: string; readonly name: string; readonly link: Pick<LinkProps, 'to' | 'params'> }[];
}

/** A few objects by avatar and name, each a link. */
export function AvatarList({ label, items }: Props) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ id, name, link }) => (
        <li key={id} className={styles.item}>
          <Avatar name={name} />
          <TextLink {...link} className={styles.name}>
            {name}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
