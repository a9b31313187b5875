import type { AccessRule } from '@gatewarden/contract/access';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { LeaveGuard, SaveBar } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSaveRule } from '../access.queries.ts';
import { RuleFields } from './rule-fields.tsx';
import { loadRuleForm, newRule, toForm, toRequest } from './rule-form.ts';
import { RuleSummary } from './rule-summary.tsx';

const loadNewRule = loadRuleForm();

/** Adds a rule. */
export function NewRuleForm() {
  const { t } = useTranslation('access');
  const navigate = useNavigate();
  const save = useSaveRule();
  const form = useZodForm(loadNewRule, { defaultValues: newRule });
  return (
    <Form
      form={form}
      label={t('form.new_title')}
      onSubmit={(values) =>
        save.mutate(
          { id: undefined, body: toRequest(values) },
          {
            onSuccess: () => {
              toast.success(t('form.added'));
              void navigate({ to: '/access-rules', ignoreBlocker: true, replace: true });
            },
            onError: (error) => showError(form, error),
          },
        )
      }
    >
      <RuleFields isNew />
      <RuleSummary />
      <FormActions
        submitLabel={t('form.save_new')}
        submitting={save.isPending}
        onCancel={() => void navigate({ to: '/access-rules' })}
      />
      <LeaveGuard active={form.formState.isDirty && !save.isPending} />
    </Form>
  );
}

/** Changes a rule, then opens the list, where pending changes are deployed. */
export function EditRuleForm({ rule }: { rule: AccessRule }) {
  const { t } = useTranslation('access');
  const navigate = useNavigate();
  const save = useSaveRule();
  const values = useMemo(() => toForm(rule), [rule]);
  const form = useZodForm(loadRuleForm(values.expires), { values });
  return (
    <Form
      form={form}
      label={rule.name}
      onSubmit={(changed) =>
        save.mutate(
          { id: rule.id, body: toRequest(changed) },
          {
            onSuccess: () => {
              form.reset(changed);
              toast.success(t('form.saved'));
              void navigate({ to: '/access-rules', ignoreBlocker: true });
            },
            onError: (error) => showError(form, error),
          },
        )
      }
    >
      <RuleFields isNew={false} />
      <RuleSummary />
      <SaveBar saving={save.isPending} />
    </Form>
  );
}
