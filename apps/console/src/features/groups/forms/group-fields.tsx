import type { UserInfo } from '@gatewarden/contract/users';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { PickListField } from '../../../ui/form/pick-list-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { GroupFields as Fields } from './group-form.schema.ts';

interface Props {
  /** To choose members from. Absent: members are not part of the form. */
  users?: readonly UserInfo[];
  /** Stored value; undefined for a new group. */
  wasAdmin?: boolean;
  /** The only admin group cannot lose the role. */
  isLastAdminGroup?: boolean;
  isNew?: boolean;
  /** Why another system manages name and members; absent: they are managed here. */
  managed?: string | undefined;
}

/** The fields of a group. */
export function GroupFields({ users, wasAdmin = false, isLastAdminGroup = false, isNew = false, managed }: Props) {
  const { t, i18n } = useTranslation('groups');
  const collator = useMemo(() => new Intl.Collator(i18n.language), [i18n.language]);
  const people = useMemo(
    () =>
      (users ?? [])
        .map((user) => ({ value: user.username, label: personName(user), detail: user.username }))
        .toSorted((a, b) => collator.compare(a.label, b.label)),
    [users, collator],
  );
  return (
    <>
      <TextField name="name" label={t('field.name')} autoComplete="off" autoFocus={isNew} managed={managed} />
      <div>
        <SwitchField
          name="is_admin"
          label={t('form.admin')}
          help={isLastAdminGroup ? t('form.last_admin_group') : t('form.admin_help')}
          disabled={isLastAdminGroup}
        />
        <AdminNotes wasAdmin={wasAdmin} />
      </div>
      {users && (
        <PickListField
          name="members"
          label={t('field.members')}
          items={people}
          searchLabel={t('form.search')}
          disabled={managed !== undefined}
        />
      )}
    </>
  );
}

/** How many members gain or lose administrator rights. */
function AdminNotes({ wasAdmin }: { wasAdmin: boolean }) {
  const { t } = useTranslation('groups');
  const { control } = useFormContext<Fields>();
  const [is_admin, members] = useWatch({ control, name: ['is_admin', 'members'] });
  if (is_admin === wasAdmin || members.length === 0) return null;
  const text = is_admin ? t('form.gain', { count: members.length }) : t('form.lose', { count: members.length });
  return <FieldNotes notes={[{ tone: 'warning', text }]} />;
}
