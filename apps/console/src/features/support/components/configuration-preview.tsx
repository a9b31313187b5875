import type { SupportConfiguration } from '@gatewarden/contract/support';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { configurationQuery } from '../support.queries.ts';
import styles from './configuration-preview.module.css';
import { ConfigurationSection } from './configuration-section.tsx';
import { findLines, sectionsOf } from './find-lines.ts';

/** The configuration as it is downloaded and mailed, read when it is asked for. */
export function ConfigurationPreview() {
  const { t } = useTranslation('support');
  const [isShown, setIsShown] = useState(false);
  return (
    <Panel
      title={t('configuration.title')}
      text={t('configuration.text')}
      variant="open"
      actions={
        !isShown && (
          <Button variant="default" leftSection={<IconEye size="1rem" aria-hidden />} onClick={() => setIsShown(true)}>
            {t('configuration.show')}
          </Button>
        )
      }
    >
      {isShown && <Loaded />}
    </Panel>
  );
}

function Loaded() {
  const { t } = useTranslation('support');
  const { data, error, isPending, isFetching, refetch } = useQuery(configurationQuery());
  if (isPending) return <FormSkeleton count={4} />;
  if (!data) {
    return (
      <ErrorState
        error={error}
        title={t('configuration.failed')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return <Sections configuration={data} />;
}

function Sections({ configuration }: { configuration: SupportConfiguration }) {
  const { t } = useTranslation('support');
  const [search, setSearch] = useState('');
  const found = sectionsOf(configuration).flatMap(({ name, text }) => {
    const shown = findLines(text, search);
    return shown === '' ? [] : [{ name, text: shown }];
  });
  return (
    <div className={styles.preview}>
      <SearchField label={t('configuration.search')} value={search} onChange={setSearch} />
      <output className={styles.none}>{found.length === 0 && t('configuration.none')}</output>
      {found.map(({ name, text }) => (
        <ConfigurationSection key={name} name={name} text={text} isFiltered={search !== ''} />
      ))}
    </div>
  );
}
