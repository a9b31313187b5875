import i18next from 'i18next';

interface Named {
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
}

// some given names contain a space; names in other scripts have their usual order
const eastAsianName = /^[\p{Script=Hangul}\p{Script=Han} ]+$/u;

/**
 * Display name: first and last name, else the username. In Korean, a name in Hangul or Han has the family name first
 * and no space (김민준); other names are unchanged (Ada Lovelace).
 */
export function personName({ first_name, last_name, username }: Named, language = i18next.language): string {
  const familyFirst = language === 'ko' && eastAsianName.test(`${last_name}${first_name}`);
  return (familyFirst ? `${last_name}${first_name}` : `${first_name} ${last_name}`).trim() || username;
}
