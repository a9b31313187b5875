import type { ImportColumn, ImportRow } from '@gatewarden/contract/user-import';
import i18next from 'i18next';
import { sentence } from '../../../lib/failure-text.ts';

type Problem = ImportRow['problems'][number];

/** Error of a row and how to correct it: "Email: This email address belongs to another user." */
export function problemText({ field, problem, value, row }: Problem): string {
  if (field === null) return i18next.t('users:import.problem.too_many_fields');
  return i18next.t('users:import.problem.of_field', { field: columnName(field), reason: reasonOf() });

  function reasonOf(): string {
    switch (problem) {
      case 'taken':
        return sentence(field === 'email' ? 'email_taken' : 'username_taken');
      case 'reserved':
        return sentence('username_reserved');
      case 'invalid':
        return invalidText(field ?? 'username');
      case 'repeated':
        return i18next.t('users:import.problem.repeated', { row });
      case 'unknown_group':
      case 'managed_group':
        return i18next.t(`users:import.problem.${problem}`, { value });
      default:
        return i18next.t(`users:import.problem.${problem}`);
    }
  }
}

function columnName(field: ImportColumn): string {
  return i18next.t(`users:field.${field === 'is_active' ? 'status' : field}`);
}

function invalidText(field: ImportColumn): string {
  switch (field) {
    case 'username':
      return sentence('username_invalid');
    case 'email':
      return sentence('email_invalid');
    case 'phone':
      return sentence('phone_invalid');
    case 'is_active':
      return i18next.t('users:import.problem.is_active');
    default:
      return i18next.t('rules:control_characters');
  }
}
