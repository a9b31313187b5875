import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StateBlock } from './state-block.tsx';

/** The reader may not see this, a page or a part of one: says so, and whom to ask. */
export function ForbiddenState({ asPage = false }: { asPage?: boolean }) {
  const { t } = useTranslation();
  return (
    <StateBlock
      role="alert"
      icon={<IconLock />}
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      asPage={asPage}
    />
  );
}
