import type { AccessAlias, AccessRule } from '@gatewarden/contract/access';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeploy } from '../access.queries.ts';
import { AccessChanges } from './access-changes.tsx';
import styles from './deploy-dialog.module.css';
import { RuleState } from './rule-state.tsx';

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
  const confirm = () =>
    deploy.mutate(
      { rules: rules.map(({ id }) => id), aliases: aliases.map(({ id }) => id) },
      {
        onSuccess: (deployed) => {
          toast.success(t('deploy.done', { count: deployed.rules.length + deployed.aliases.length }));
          onDone?.();
          onClose();
        },
        onError: showFailure,
      },
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('deploy.title')}
      consequences={
        <Stack gap="sm">
          <Text>{t('deploy.text')}</Text>
          <ul className={styles.changes}>
            {rules.map(({ id, name, status }) => (
              <li key={id}>
                <span>{name}</span>
                <RuleState status={status} />
              </li>
            ))}
            {aliases.map(({ id, name }) => (
              <li key={`alias ${id}`}>
                <span>{t('deploy.alias', { alias: name })}</span>
                <RuleState status="modified" />
              </li>
            ))}
          </ul>
          <AccessChanges rules={rules} aliases={aliases} />
        </Stack>
      }
      confirmLabel={t('deploy.confirm')}
      danger={false}
      confirming={deploy.isPending}
    />
  );
}
