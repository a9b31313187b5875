import { personName } from './person-name.ts';

type Person = Parameters<typeof personName>[0] & { readonly id: number };

/** A user in a list to choose from: the display name, and the username unless it is the same. */
export function personOption(person: Person): { value: string; label: string } {
  const name = personName(person);
  return { value: String(person.id), label: name === person.username ? name : `${name} (${person.username})` };
}
