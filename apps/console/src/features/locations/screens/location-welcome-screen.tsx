import { Title } from '@mantine/core';
import { IconFileImport, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import styles from './location-welcome-screen.module.css';

/** How to add a location: by entering its fields, or from the configuration of an existing WireGuard server. */
export function LocationWelcomeScreen() {
  const { t } = useTranslation('locations');
  return (
    <>
      <PageHeader title={t('add.title')} state={t('welcome.text')} above={[{ label: t('title'), to: '/locations' }]} />
      <div className={styles.choices}>
        <Choice title={t('welcome.manual')} text={t('welcome.manual_text')}>
          <ButtonLink to="/locations/new/manual" leftSection={<IconPencil size="1rem" aria-hidden />}>
            {t('welcome.manual_action')}
          </ButtonLink>
        </Choice>
        <Choice title={t('welcome.import')} text={t('welcome.import_text')}>
          <ButtonLink
            to="/locations/new/import"
            variant="default"
            leftSection={<IconFileImport size="1rem" aria-hidden />}
          >
            {t('welcome.import_action')}
          </ButtonLink>
        </Choice>
      </div>
    </>
  );
}

/** A card with its button at the bottom: the buttons of cards side by side are in one line. */
function Choice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <p className={styles.text}>{text}</p>
      <div className={styles.action}>{children}</div>
    </section>
  );
}
