import { personName } from '../lib/format/person-name.ts';
import { Avatar } from './avatar.tsx';
import styles from './person-link.module.css';
import { RowLink } from './row-link.tsx';

interface Props {
  person: Parameters<typeof personName>[0];
}

/** Avatar and name of a person in a list, with a link to the person. A long name ends in an ellipsis. */
export function PersonLink({ person }: Props) {
  const name = personName(person);
  return (
    <span className={styles.person}>
      <Avatar name={name} />
      <RowLink to="/users/$username" params={{ username: person.username }} className={styles.name} title={name}>
        {name}
      </RowLink>
    </span>
  );
}
