import type { ImportColumn } from '@gatewarden/contract/user-import';

/** Names of the columns in files of people and other products; case, blanks and punctuation are ignored. */
const names: Readonly<Record<ImportColumn, readonly string[]>> = {
  username: ['username', 'user', 'login', 'userid', 'nazwaużytkownika', '사용자이름', '아이디'],
  first_name: ['firstname', 'givenname', 'forename', 'imię', '이름'],
  last_name: ['lastname', 'surname', 'familyname', 'nazwisko', '성'],
  email: ['email', 'mail', 'emailaddress', 'adresemail', '이메일'],
  phone: ['phone', 'phonenumber', 'telephone', 'mobile', 'telefon', '전화번호', '전화'],
  groups: ['groups', 'group', 'grupy', 'grupa', '그룹'],
  is_active: ['isactive', 'active', 'enabled', 'aktywne', 'aktywny', '활성'],
};

const columnsByName = new Map(
  Object.entries(names).flatMap(([column, spellings]) => spellings.map((name) => [name, column as ImportColumn])),
);

/** The time for normalizing grows with the square of the length. */
const maxCharacters = 128;

/** Undefined for a name that no column has. */
export function findImportColumn(name: string): ImportColumn | undefined {
  if (name.length > maxCharacters) return undefined;
  return columnsByName.get(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\s_.\-*]/g, ''),
  );
}
