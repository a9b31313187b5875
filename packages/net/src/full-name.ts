interface Named {
  readonly first_name: string;
  readonly last_name: string;
}

// some given names contain a space
const eastAsianName = /^[\p{Script=Hangul}\p{Script=Han} ]+$/u;

/**
 * First and last name in the order of their script, in every language: in Hangul or Han the family name comes first,
 * without a space (김민준); otherwise last (Ada Lovelace). Empty if both are.
 */
export function fullName({ first_name, last_name }: Named): string {
  const familyFirst = eastAsianName.test(`${last_name}${first_name}`);
  return (familyFirst ? `${last_name}${first_name}` : `${first_name} ${last_name}`).trim();
}
