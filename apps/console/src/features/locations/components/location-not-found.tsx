import { IconMapPinOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NotFoundState } from '../../../ui/not-found-state.tsx';

/** Shown for a location that does not exist or was deleted. */
export function LocationNotFound() {
  const { t } = useTranslation('locations');
  return (
    <NotFoundState
      icon={<IconMapPinOff />}
      title={t('missing.title')}
      text={t('missing.text')}
      list={{ to: '/locations' }}
      listLabel={t('missing.action')}
    />
  );
}
