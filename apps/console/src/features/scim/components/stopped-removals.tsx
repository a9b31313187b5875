import type { ScimStatus } from '@gatewarden/contract/scim';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useResumeRemovals } from '../scim.queries.ts';

interface Props {
  removals: ScimStatus['removals'];
  /** How many accounts could be removed. */
  managed: number;
}

/** Says that removals are stopped and lets the administrator decide; nothing while they are not. */
export function StoppedRemovals({ removals, managed }: Props) {
  const { t } = useTranslation('scim');
  const [asked, setAsked] = useState<'allow' | 'resume'>();
  const resume = useResumeRemovals();
  const { stopped_at: stoppedAt, refused, limit } = removals;
  if (stoppedAt === null) return null;
  return (
    <>
      <Callout
        tone="danger"
        title={t('stopped.title')}
        action={
          <Group gap="sm">
            <Button variant="default" onClick={() => setAsked('resume')}>
              {t('stopped.resume')}
            </Button>
            <Button color="red" onClick={() => setAsked('allow')}>
              {t('stopped.allow')}
            </Button>
          </Group>
        }
      >
        {t('stopped.text', { refused })}
      </Callout>
      {asked && (
        <ConfirmDialog
          opened
          onClose={() => setAsked(undefined)}
          title={t(`stopped.${asked}_title`)}
          consequences={<Text>{t(`stopped.${asked}_text`, { limit, managed })}</Text>}
          confirmLabel={t(`stopped.${asked}`)}
          danger={asked === 'allow'}
          confirming={resume.isPending}
          onConfirm={() =>
            resume.mutate(asked === 'allow', {
              onSuccess: () => {
                setAsked(undefined);
                toast.success(t('stopped.resumed'));
              },
              onError: showFailure,
            })
          }
        />
      )}
    </>
  );
}
