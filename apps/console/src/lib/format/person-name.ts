import i18next from 'i18next';

interface Named {
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
}

// a blank stands in some given names; whoever is written in other letters keeps the order of those
const eastAsianName = /^[\p{Script=Hangul}\p{Script=Han} ]+$/u;

/**
 * How a person is called: first and last name, else the user name. A reader of Korean sees 김민준, family name first and
 * without a blank, where the name is written so, and Ada Lovelace as she writes it.
 */
export function personName({ first_name, last_name, username }: Named, language = i18next.language): string {
  const familyFirst = language === 'ko' && eastAsianName.test(`${last_name}${first_name}`);
  return (familyFirst ? `${last_name}${first_name}` : `${first_name} ${last_name}`).trim() || username;
}
