import type { ImportColumn } from '@gatewarden/contract/user-import';

/** What people and other products call the columns, without regard to case, blanks and punctuation. */
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

/** Normalizing takes a time that grows with the square of the length. */
const maxCharacters = 128;

/** Undefined for a name that means nothing to an import. */
export function findImportColumn(name: string): ImportColumn | undefined {
  if (name.length > maxCharacters) return undefined;
  return columnsByName.get(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\s_.\-*]/g, ''),
  );
}
