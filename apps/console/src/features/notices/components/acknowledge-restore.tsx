import { Button, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAcknowledgeRestore } from '../notices.queries.ts';

/** Dismisses the notice for all administrators after confirmation. */
export function AcknowledgeRestore() {
  const { t } = useTranslation('notices');
  const [opened, { open, close }] = useDisclosure(false);
  const acknowledge = useAcknowledgeRestore();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('restored.acknowledge')}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        onConfirm={() => acknowledge.mutate(undefined, { onSuccess: close, onError: showFailure })}
        title={t('restored.confirm.title')}
        consequences={<RestoreChecklist />}
        confirmLabel={t('restored.acknowledge')}
        danger={false}
        confirming={acknowledge.isPending}
      />
    </>
  );
}

const checks = ['users', 'codes', 'removed', 'added'] as const;

function RestoreChecklist() {
  const { t } = useTranslation('notices');
  return (
    <>
      <Text>{t('restored.confirm.done')}</Text>
      <Text mt="sm">{t('restored.confirm.check')}</Text>
      <List mt="xs">
        {checks.map((name) => (
          <List.Item key={name}>{t(`restored.confirm.${name}`)}</List.Item>
        ))}
      </List>
      <Text mt="sm">{t('restored.confirm.effect')}</Text>
    </>
  );
}
