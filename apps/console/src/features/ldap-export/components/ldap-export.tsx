import type { LdapExportStatus } from '@gatewarden/contract/ldap-export';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowList } from '../../../ui/row-list.tsx';
import { ldapExportQuery } from '../ldap-export.queries.ts';
import { ExportProblems } from './export-problems.tsx';
import { ExportSummary } from './export-summary.tsx';

/** What this instance writes to the directory, and what waits. Nothing while it does not write. */
export function LdapExport() {
  const { t } = useTranslation('ldap-export');
  const { data, error, isPending, isFetching, refetch } = useQuery(ldapExportQuery());
  if (isPending) return null;
  if (!data) {
    return <ErrorState error={error} title={t('load_failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data.state === 'off') return null;
  return (
    <Stack gap="xl">
      <Failure status={data} />
      <ExportSummary status={data} />
      <ExportProblems status={data} />
      <Extra status={data} />
    </Stack>
  );
}

function Failure({ status: { error, failed_at: failedAt } }: { status: LdapExportStatus }) {
  const { t } = useTranslation('ldap-export');
  if (error === null) return null;
  return (
    <Callout tone="danger" title={t('failed')}>
      {isErrorCode(error) ? sentence(error) : t('failed_text')} {failedAt && <RelativeTime at={failedAt} />}
    </Callout>
  );
}

/** Entries that are not managed here. */
function Extra({ status: { last_comparison: last } }: { status: LdapExportStatus }) {
  const { t } = useTranslation('ldap-export');
  if (!last || last.counts.extra === 0) return null;
  const more = last.counts.extra - last.differences.extra.length;
  return (
    <Callout tone="info" title={t('extra', { count: last.counts.extra })}>
      <RowList label={t('extra', { count: last.counts.extra })}>
        {last.differences.extra.map(({ name }) => (
          <Row key={name} name={name} />
        ))}
        {more > 0 && <Row name={t('more', { count: more })} />}
      </RowList>
    </Callout>
  );
}
