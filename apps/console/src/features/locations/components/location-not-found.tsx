import { IconMapPinOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';
import { StateBlock } from '../../../ui/state-block.tsx';

/** Shown for a location that does not exist or was deleted. */
export function LocationNotFound() {
  const { t } = useTranslation('locations');
  return (
    <StateBlock
      asPage
      role="alert"
      icon={<IconMapPinOff />}
      title={t('missing.title')}
      text={t('missing.text')}
      action={
        <ButtonLink to="/locations" variant="default">
          {t('missing.action')}
        </ButtonLink>
      }
    />
  );
}
