import { fullName } from '@gatewarden/net/full-name';

interface Named {
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
}

/** Display name: first and last name, else the username. */
export function personName(person: Named): string {
  return fullName(person) || person.username;
}
