import { Title } from '@mantine/core';
import { IconCheck, IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import styles from './contents.module.css';

/** What support data contains and what it never contains. */
export function Contents() {
  const { t } = useTranslation('support');
  const contained = [t('contents.settings'), t('contents.network'), t('contents.people'), t('contents.system')];
  const excluded = [t('never.secrets'), t('never.keys'), t('never.people'), t('never.traffic')];
  return (
    <Panel title={t('contents.title')} text={t('contents.text')}>
      <div className={styles.columns}>
        <section>
          <Title order={3} mb="xs">
            {t('contents.included')}
          </Title>
          <Points texts={contained} icon={<IconCheck size="1rem" aria-hidden />} />
        </section>
        <section>
          <Title order={3} mb="xs">
            {t('never.title')}
          </Title>
          <Points texts={excluded} icon={<IconShieldLock size="1rem" aria-hidden />} />
        </section>
      </div>
    </Panel>
  );
}

function Points({ texts, icon }: { texts: readonly string[]; icon: ReactNode }) {
  return (
    <ul className={styles.points}>
      {texts.map((text) => (
        <li key={text}>
          {icon}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
