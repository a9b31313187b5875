import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { infoQuery } from '../settings.queries.ts';

/** Specification: copyright years 2023–2025. */
const copyright = '© 2023–2025 Gatewarden';

/** Version and database. For the embedded database, the command that moves it. */
export function Installation() {
  const { t } = useTranslation('settings');
  const info = useQuery(infoQuery());
  return (
    <Panel title={t('installation.title')}>
      {info.isPending && <FormSkeleton count={1} />}
      {!info.data && info.isError && (
        <ErrorState
          error={info.error}
          title={t('installation.failed')}
          onRetry={() => void info.refetch()}
          retrying={info.isFetching}
        />
      )}
      {info.data && (
        <FactList
          facts={[
            { label: t('installation.version'), value: info.data.version },
            { label: t('installation.database'), value: t(`installation.${info.data.database}`) },
            { label: t('installation.copyright'), value: copyright },
          ]}
        />
      )}
      {info.data?.database === 'embedded' && (
        <Text mt="md">
          <RichText text={t('installation.move')} />
        </Text>
      )}
    </Panel>
  );
}
