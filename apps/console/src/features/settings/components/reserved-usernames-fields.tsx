import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';

/** Usernames that are reserved in addition to the built-in ones. */
export function ReservedUsernamesFields() {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('security.usernames')} text={t('security.usernames_text')}>
      <TagListField
        name="reserved_usernames"
        label={t('security.reserved_usernames')}
        help={t('security.reserved_usernames_help')}
        max={200}
        optional
      />
    </FormSection>
  );
}
