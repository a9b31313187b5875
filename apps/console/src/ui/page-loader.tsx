import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Logo } from './logo.tsx';
import styles from './page-loader.module.css';

interface Props {
  logoUrl: string;
  name: string;
}

/** Full page shown while the session loads. */
export function PageLoader({ logoUrl, name }: Props) {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <Logo url={logoUrl} name={name} kind="navigation" />
      <Loader size={70} role="status" aria-label={t('loading')} />
    </main>
  );
}
