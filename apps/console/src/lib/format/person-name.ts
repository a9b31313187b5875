interface Named {
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
}

// some given names contain a space
const eastAsianName = /^[\p{Script=Hangul}\p{Script=Han} ]+$/u;

/**
 * Display name: first and last name, else the username. The order follows the script of the name in every language: a
 * name in Hangul or Han has the family name first and no space (김민준); other names are unchanged (Ada Lovelace).
 */
export function personName({ first_name, last_name, username }: Named): string {
  const familyFirst = eastAsianName.test(`${last_name}${first_name}`);
  return (familyFirst ? `${last_name}${first_name}` : `${first_name} ${last_name}`).trim() || username;
}
