import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRecoveryCodes } from '../../features/mfa/index.ts';
import type { Session } from '../edge.queries.ts';
import { useConfirmUnload } from '../use-confirm-unload.ts';
import { SignInChoice } from './sign-in-choice.tsx';

interface Props {
  session: Session;
  phone: string;
  /** While the page shows recovery codes. */
  onCodes: () => void;
  onSaved: () => Promise<void>;
  onPassword: () => void;
  onBack: () => void;
}

/** Where a passkey can be created. It is followed by the recovery codes. */
export function SignInStep({ onCodes, onSaved, ...choice }: Props) {
  const { t } = useTranslation('edge');
  const [codes, setCodes] = useState<readonly string[]>();
  const created = (given: readonly string[]) => {
    setCodes(given);
    onCodes();
  };
  useConfirmUnload(codes !== undefined);
  if (!codes) return <SignInChoice {...choice} onCreated={created} />;
  return (
    <NewRecoveryCodes
      codes={codes}
      done={t('sign_in.created')}
      note={t('sign_in.codes')}
      continueLabel={t('next')}
      onDone={() => void onSaved()}
    />
  );
}
