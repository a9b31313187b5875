import type { AccessAlias, AccessRule } from '@gatewarden/contract/access';
import { List, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { diffQuery, useDeploy } from '../access.queries.ts';
import { testResultsQuery, testsQuery } from '../access-tests.queries.ts';
import { describeCounterexample } from '../describe-test.ts';
import { useAccessNames } from '../use-access-names.ts';
import { AccessChanges } from './access-changes.tsx';
import { PendingChanges } from './pending-changes.tsx';

interface Props {
  rules: readonly AccessRule[];
  aliases: readonly AccessAlias[];
  onClose: () => void;
  onDone?: () => void;
}

/** Lists the pending changes and who gains or loses access, and deploys them, all or none. */
export function DeployDialog({ rules, aliases, onClose, onDone }: Props) {
  const { t } = useTranslation('access');
  const deploy = useDeploy();
  const selection = { rules: rules.map(({ id }) => id), aliases: aliases.map(({ id }) => id) };
  // a deployment makes them stale, and then the changes are no longer pending
  const isEnabled = deploy.isIdle || deploy.isError;
  const diff = useQuery({ ...diffQuery(selection), enabled: isEnabled });
  const broken = useBrokenTests(selection, isEnabled);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const reasonField = useRef<HTMLInputElement>(null);
  const confirm = () => {
    if (broken.length > 0 && reason.trim() === '') {
      setIsMissing(true);
      // it may be scrolled out of the dialog
      reasonField.current?.focus();
      return;
    }
    deploy.mutate(
      { ...selection, ...(broken.length > 0 && { override_reason: reason.trim() }) },
      {
        onSuccess: (deployed) => {
          toast.success(t('deploy.done', { count: deployed.rules.length + deployed.aliases.length }));
          onDone?.();
          onClose();
        },
        onError: showFailure,
      },
    );
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('deploy.title')}
      consequences={
        <Stack gap="sm">
          <Text>{t('deploy.text')}</Text>
          <PendingChanges rules={rules} aliases={aliases} />
          <AccessChanges title={t('changes.title')} diff={diff} />
          {broken.length > 0 && (
            <Callout tone="danger" title={t('tests.broken', { count: broken.length })}>
              <List size="sm">
                {broken.map(({ id, text }) => (
                  <List.Item key={id}>{text}</List.Item>
                ))}
              </List>
              <TextInput
                ref={reasonField}
                mt="sm"
                label={t('tests.reason')}
                value={reason}
                maxLength={500}
                error={isMissing && reason.trim() === '' && t('tests.reason_missing')}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            </Callout>
          )}
        </Stack>
      }
      confirmLabel={broken.length > 0 ? t('tests.override') : t('deploy.confirm')}
      danger={broken.length > 0}
      confirming={deploy.isPending}
    />
  );
}

/** Tests that pass now and would fail after the deployment, with a connection that makes them fail. */
function useBrokenTests(selection: { rules: number[]; aliases: number[] }, isEnabled: boolean) {
  const { t, i18n } = useTranslation('access');
  const names = useAccessNames();
  const { data: tests = [] } = useQuery(testsQuery());
  const { data: results = [] } = useQuery({ ...testResultsQuery(selection), enabled: isEnabled });
  return results.flatMap(({ test_id: id, current, after, counterexample }) => {
    const test = tests.find((each) => each.id === id);
    if (!test || current === 'fails' || after !== 'fails' || !counterexample) return [];
    const example = describeCounterexample(test, counterexample, { t, names, language: i18n.language });
    return [{ id, text: `${test.name}: ${example}` }];
  });
}
