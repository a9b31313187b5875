import { List, SimpleGrid, Title } from '@mantine/core';
import { IconCheck, IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';

/** What support data contains and what it never contains. */
export function Contents() {
  const { t } = useTranslation('support');
  const contained = [t('contents.settings'), t('contents.network'), t('contents.people'), t('contents.system')];
  const excluded = [t('never.secrets'), t('never.keys'), t('never.people'), t('never.traffic')];
  return (
    <Panel title={t('contents.title')} text={t('contents.text')}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
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
      </SimpleGrid>
    </Panel>
  );
}

function Points({ texts, icon }: { texts: readonly string[]; icon: ReactNode }) {
  return (
    <List icon={icon} spacing="xs">
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}
