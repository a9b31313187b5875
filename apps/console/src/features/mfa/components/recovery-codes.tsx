import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { useEnableMfa } from '../mfa.queries.ts';
import { SaveRecoveryCodes } from './save-recovery-codes.tsx';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** Recovery codes after the first factor; finishing signs the user out. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const { t } = useTranslation('mfa');
  const enable = useEnableMfa();
  return (
    <SaveRecoveryCodes
      codes={codes}
      note={t('codes.sessions')}
      finishLabel={t('codes.finish')}
      finishing={enable.isPending}
      onFinish={() => enable.mutate(undefined, { onSuccess: onClose, onError: showFailure })}
    />
  );
}
