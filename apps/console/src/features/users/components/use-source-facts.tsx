import type { ManagedField, UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import type { Fact } from '../../../ui/fact-list.tsx';
import { SourceLink } from '../../identity-sources/index.ts';

const editable = ['first_name', 'last_name', 'username', 'email', 'phone', 'groups'] as const;

/** Where the account comes from, and which fields are edited here; none if this instance manages it. */
export function useSourceFacts({ managed_by, managed_fields }: UserInfo): Fact[] {
  const { t, i18n } = useTranslation('users');
  if (managed_by === null) return [];
  const managed: readonly ManagedField[] = managed_fields;
  const names = editable.filter((field) => !managed.includes(field)).map((field) => t(`field.${field}`));
  return [
    { label: t('field.source'), value: <SourceLink id={managed_by} /> },
    { label: t('managed.editable'), value: new Intl.ListFormat(i18n.language).format(names) || t('managed.nothing') },
  ];
}
