import { CloseButton } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';
import { useStored } from '../../../ui/list/use-stored.ts';
import { useMe } from '../../auth/index.ts';
import styles from './security-nudge.module.css';

/** Offers two-factor authentication to users without it, until they have it or close the offer in this browser. */
export function SecurityNudge() {
  const { t } = useTranslation('profile');
  const { id, mfa_enabled: isOn } = useMe();
  const [isClosed, setClosed] = useStored(`2fa-offer.${id}`, false, (raw) => raw === true);
  if (isOn || isClosed) return null;
  return (
    <aside className={styles.nudge} aria-label={t('nudge.title')}>
      <IconShieldLock className={styles.icon} size="1.5rem" aria-hidden />
      <div className={styles.text}>
        <strong>{t('nudge.title')}</strong>
        <p>{t('nudge.text')}</p>
      </div>
      <ButtonLink to="/me/security" variant="default" className={styles.action}>
        {t('nudge.action')}
      </ButtonLink>
      <CloseButton className={styles.close} aria-label={t('nudge.close')} onClick={() => setClosed(true)} />
    </aside>
  );
}
