import { Anchor, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import type { Session } from '../edge.queries.ts';
import { useEdge } from '../edge-context.ts';

interface Props {
  session: Session;
  onNext: () => void;
}

/** Who invites to what, and whom to ask. */
export function WelcomeStep({ session: { admin, user }, onNext }: Props) {
  const { t } = useTranslation('edge');
  const { instance_name } = useEdge();
  // a token that the user requested names no administrator
  const isInvited = admin.email !== user.email;
  return (
    <>
      <Text>{t('welcome.text', { instance: instance_name })}</Text>
      {isInvited && (
        <FactList
          facts={[
            { label: t('welcome.invited_by'), value: admin.name },
            { label: t('welcome.email'), value: <Anchor href={`mailto:${admin.email}`}>{admin.email}</Anchor> },
            ...(admin.phone_number
              ? [
                  {
                    label: t('welcome.phone'),
                    value: <Anchor href={`tel:${admin.phone_number}`}>{admin.phone_number}</Anchor>,
                  },
                ]
              : []),
          ]}
        />
      )}
      <DialogActions>
        <Button onClick={onNext}>{t('next')}</Button>
      </DialogActions>
    </>
  );
}
