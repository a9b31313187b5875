import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/form.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { groupsQuery } from '../../groups/index.ts';
import type { AppChanges } from '../openid-apps.queries.ts';
import type { AccessFields as Fields } from './access-form.schema.ts';
import { AppForm } from './app-form.tsx';
import { GroupsField } from './groups-field.tsx';

const loadSchema = async () => (await import('./access-form.schema.ts')).AccessFields;

/** Who can sign in to an application, and what that takes. */
export function AccessForm({ app }: { app: OpenidApp }) {
  const { t } = useTranslation('openid-apps');
  const { data: groups = [] } = useQuery(groupsQuery());
  const isNarrowed = ({ allowed_groups: chosen }: Fields) =>
    app.user_count > 0 &&
    chosen.length > 0 &&
    (app.allowed_groups.length === 0 || app.allowed_groups.some((group) => !chosen.includes(group)));
  return (
    <AppForm<Fields>
      app={app}
      schema={loadSchema}
      toForm={toForm}
      toChanges={toChanges}
      label={t('page.access')}
      consequences={(fields) => isNarrowed(fields) && t('access.narrowed', { count: app.user_count })}
    >
      <FormSection title={t('access.who')}>
        <GroupsField name="allowed_groups" label={t('access.groups')} help={t('access.groups_help')} groups={groups} />
      </FormSection>
      <FormSection title={t('access.how')}>
        <SwitchField name="requires_mfa" label={t('access.mfa')} help={t('access.mfa_help')} />
        <NumberField
          name="max_sign_in_age_minutes"
          label={t('access.age')}
          help={t('access.age_help')}
          unit={t('access.minutes')}
          min={1}
          max={43_200}
          optional
        />
      </FormSection>
      <FormSection title={t('access.consent')}>
        <SwitchField name="skips_consent" label={t('access.skip')} help={t('access.skip_help')} />
      </FormSection>
    </AppForm>
  );
}

function toForm(app: OpenidApp): Fields {
  const { allowed_groups, requires_mfa, max_sign_in_age_minutes: minutes, skips_consent } = app;
  return { allowed_groups, requires_mfa, skips_consent, max_sign_in_age_minutes: minutes ?? undefined };
}

function toChanges({ max_sign_in_age_minutes: minutes, ...fields }: Fields): AppChanges {
  return { ...fields, max_sign_in_age_minutes: minutes ?? null };
}
