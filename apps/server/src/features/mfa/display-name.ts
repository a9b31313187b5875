interface Named {
  readonly first_name: string;
  readonly last_name: string;
}

// some given names contain a space
const eastAsianName = /^[\p{Script=Hangul}\p{Script=Han} ]+$/u;

/** Name for the dialogs of browsers, as the console shows it: in Hangul or Han with the family name first and no space. */
export function displayNameOf({ first_name, last_name }: Named): string {
  const familyFirst = eastAsianName.test(`${last_name}${first_name}`);
  return (familyFirst ? `${last_name}${first_name}` : `${first_name} ${last_name}`).trim();
}
