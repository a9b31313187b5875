import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRecoveryCodes } from '../../features/mfa/index.ts';
import type { Session } from '../edge.queries.ts';
import { SignInChoice } from './sign-in-choice.tsx';

interface Props {
  session: Session;
  phone: string;
  onCreated: () => void;
  onPassword: () => void;
  onNext: () => void;
  onBack: () => void;
}

/** Where a passkey can be created. It is followed by the recovery codes. */
export function SignInStep({ onCreated, onNext, ...choice }: Props) {
  const { t } = useTranslation('edge');
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const created = (given: readonly string[]) => {
    setCodes(given);
    onCreated();
  };
  const finish = async () => {
    // the step is done only now: it would take the codes away
    await queryClient.invalidateQueries({ queryKey: ['session'] });
    onNext();
  };
  if (!codes) return <SignInChoice {...choice} onCreated={created} />;
  return (
    <NewRecoveryCodes
      codes={codes}
      done={t('sign_in.created')}
      note={t('sign_in.codes')}
      continueLabel={t('next')}
      onDone={() => void finish()}
    />
  );
}
