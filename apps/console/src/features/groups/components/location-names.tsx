import type { LocationInfo } from '@gatewarden/contract/locations';
import { TextLink } from '../../../ui/links.tsx';
import styles from './location-names.module.css';

interface Props {
  locations: readonly Pick<LocationInfo, 'id' | 'name'>[];
}

/** List of locations in a dialog, with links to who may connect to them. */
export function LocationNames({ locations }: Props) {
  return (
    <ul className={styles.names}>
      {locations.map(({ id, name }) => (
        <li key={id}>
          <TextLink to="/locations/$locationId/access" params={{ locationId: String(id) }}>
            {name}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
