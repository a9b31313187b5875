import type { Outdated } from '@gatewarden/contract/updates';
import { Box, Button, Group, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { BreakableText } from '../../../ui/breakable-text.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { useHiddenSet } from '../use-dismissal.ts';

/** The page lists all of them. */
const maxListed = 5;

export function OutdatedBanner({ outdated: { gateways, edges } }: { outdated: Outdated }) {
  const { t } = useTranslation('updates');
  const components = [
    ...gateways.map(({ id, name, hostname, version }) => ({ id, name: name ?? hostname ?? id, version })),
    ...edges.map(({ id, address, version }) => ({ id: String(id), name: address, version })),
  ];
  const set = components.map(({ id, version }) => `${id} ${version ?? ''}`).toSorted();
  const { isHidden, hide } = useHiddenSet(set.join());
  if (isHidden) return null;
  const more = components.length - maxListed;
  return (
    <Box mb="md">
      <Banner
        severity="warning"
        title={t('outdated.title', { count: components.length })}
        toggle={t('outdated.details')}
      >
        <Text>{t('outdated.text')}</Text>
        <List>
          {components.slice(0, maxListed).map(({ id, name, version }) => (
            <List.Item key={id}>
              <BreakableText value={t('outdated.component', { name, version: version ?? t('version_unknown') })} />
            </List.Item>
          ))}
          {more > 0 && <List.Item>{t('outdated.more', { count: more })}</List.Item>}
        </List>
        <Group gap="md">
          <Button variant="default" onClick={hide}>
            {t('outdated.hide')}
          </Button>
          <TextLink to="/versions" underline="always" c="inherit">
            {t('outdated.open')}
          </TextLink>
        </Group>
      </Banner>
    </Box>
  );
}
