import { useTranslation } from 'react-i18next';
import { NewRecoveryCodes } from '../../features/mfa/index.ts';
import { useConfirmUnload } from '../use-confirm-unload.ts';

interface Props {
  codes: readonly string[];
  onSaved: () => void;
}

/** Recovery codes in place of those that the person lost. */
export function NewCodesStep({ codes, onSaved }: Props) {
  const { t } = useTranslation('edge');
  useConfirmUnload(true);
  return <NewRecoveryCodes codes={codes} done={t('codes_lost.done')} continueLabel={t('next')} onDone={onSaved} />;
}
