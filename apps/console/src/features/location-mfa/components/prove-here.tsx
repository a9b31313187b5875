import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { FactorForm, type FactorVerification, factorsOf, hasFactor, useMe } from '../../auth/index.ts';

interface Props<Answer> {
  verification: FactorVerification<Answer>;
  onVerified: (answer: Answer) => void;
}

/** Asks the user for one of their second factors, except for recovery codes. */
export function ProveHere<Answer>({ verification, onVerified }: Props<Answer>) {
  const { t } = useTranslation('location-mfa');
  const me = useMe();
  if (!hasFactor(me)) {
    return (
      <Callout
        tone="warning"
        action={
          <ButtonLink to="/me/security" variant="default" data-autofocus>
            {t('connect.set_up')}
          </ButtonLink>
        }
      >
        {t('connect.no_factor')}
      </Callout>
    );
  }
  return (
    <>
      <Text mb="md">{t('connect.prove')}</Text>
      <FactorForm
        factors={factorsOf(me)}
        verification={verification}
        onVerified={onVerified}
        submitLabel={t('connect.authorize')}
        withoutRecovery
      />
    </>
  );
}
