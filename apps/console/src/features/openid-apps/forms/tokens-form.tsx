import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { appLimits, appScopes } from '@gatewarden/contract/openid-apps.names';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormRow, FormSection } from '../../../ui/form/form.tsx';
import { MultiSelectField } from '../../../ui/form/multi-select-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { groupsQuery } from '../../groups/index.ts';
import { AppForm } from './app-form.tsx';
import { ClaimFields } from './claim-fields.tsx';
import { GroupsField } from './groups-field.tsx';
import type { TokensFields as Fields } from './tokens-form.schema.ts';

const loadSchema = async () => (await import('./tokens-form.schema.ts')).TokensFields;
const { accessTokenMinutes, refreshTokenDays } = appLimits;

/** What the tokens of an application contain, and how long they are valid. */
export function TokensForm({ app }: { app: OpenidApp }) {
  const { t } = useTranslation('openid-apps');
  const { data: groups = [] } = useQuery(groupsQuery());
  return (
    <AppForm<Fields>
      app={app}
      schema={loadSchema}
      toForm={toForm}
      toChanges={(fields) => fields}
      label={t('page.tokens')}
    >
      {app.kind !== 'machine' && (
        <FormSection title={t('tokens.scopes')}>
          <MultiSelectField
            name="scope"
            label={t('tokens.scope')}
            help={t('tokens.scope_help')}
            options={appScopes.map((value) => ({
              value,
              label: `${value} (${t(`scope_short.${value}`)})`,
              disabled: value === 'openid',
            }))}
          />
        </FormSection>
      )}
      <FormSection title={t('tokens.lifetimes')}>
        <NumberField
          name="access_token_minutes"
          label={t('tokens.access')}
          unit={t('access.minutes')}
          min={accessTokenMinutes.min}
          max={accessTokenMinutes.max}
        />
        {app.kind !== 'machine' && (
          <NumberField
            name="refresh_token_days"
            label={t('tokens.refresh')}
            help={t('tokens.refresh_help')}
            unit={t('tokens.days')}
            min={refreshTokenDays.min}
            max={refreshTokenDays.max}
          />
        )}
      </FormSection>
      {app.kind !== 'machine' && (
        <>
          <FormSection title={t('tokens.id_tokens')}>
            <FormRow>
              <SelectField
                name="id_token_algorithm"
                label={t('tokens.algorithm')}
                help={t('tokens.algorithm_help')}
                options={['RS256', 'ES256', 'EdDSA'].map((value) => ({ value, label: value }))}
              />
              <SelectField
                name="subject"
                label={t('tokens.subject')}
                help={t('tokens.subject_help')}
                options={(['id', 'username'] as const).map((value) => ({
                  value,
                  label: t(`tokens.subject_is.${value}`),
                }))}
              />
            </FormRow>
            <GroupsField
              name="shown_groups"
              label={t('tokens.groups')}
              help={t('tokens.groups_help')}
              groups={groups}
            />
          </FormSection>
          <FormSection title={t('tokens.claims')} text={t('tokens.claims_text')}>
            <ClaimFields />
          </FormSection>
        </>
      )}
    </AppForm>
  );
}

function toForm(app: OpenidApp): Fields {
  const { kind, access_token_minutes, refresh_token_days, id_token_algorithm, subject, shown_groups, claims } = app;
  // the server adds it to applications that sign people in
  const scope = kind === 'machine' ? app.scope : [...new Set(['openid' as const, ...app.scope])];
  return { scope, access_token_minutes, refresh_token_days, id_token_algorithm, subject, shown_groups, claims };
}
