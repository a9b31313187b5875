import { useTranslation } from 'react-i18next';
import { SaveRecoveryCodes } from './save-recovery-codes.tsx';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** Recovery codes after the first factor. All other sessions have ended; this one stays signed in. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const { t } = useTranslation('mfa');
  return (
    <SaveRecoveryCodes codes={codes} note={t('codes.sessions')} finishLabel={t('codes.finish')} onFinish={onClose} />
  );
}
