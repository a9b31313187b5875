import type { AccessVersionDetails } from '@gatewarden/contract/access-history';
import { Button, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { authorOf } from '../author-of.ts';
import { AccessChanges } from '../components/access-changes.tsx';
import styles from '../components/divided-list.module.css';
import { type AccessNames, describeRule } from '../describe-rule.ts';
import { previousVersionQuery, useRestoreVersion, versionDiffQuery, versionQuery } from '../history.queries.ts';
import { summarizeVersion } from '../summarize-version.ts';
import { unbroken } from '../unbroken.ts';
import { useAccessNames } from '../use-access-names.ts';

const route = getRouteApi('/signed-in/admin/access-rules/history/$versionId');

/** The rules of a version, and who gained or lost access since then. */
export function VersionScreen() {
  const { t } = useTranslation('access');
  const locale = useLocale();
  const id = Number(route.useParams().versionId);
  const version = useQuery(versionQuery(id));
  const diff = useQuery(versionDiffQuery(id));
  const { data: previous } = useQuery(previousVersionQuery(id));
  return (
    <>
      <PageHeader
        title={version.data ? unbroken(formatInstant(instantOf(version.data.at), locale)) : t('tabs.history')}
        state={version.data && <Author version={version.data} />}
        above={[
          { label: t('title'), to: '/access-rules' },
          { label: t('tabs.history'), to: '/access-rules/history' },
        ]}
        icon={version.data && <IconHistory aria-hidden />}
        actions={version.data && <RestoreButton id={id} />}
      />
      {version.isPending ? (
        <ListSkeleton />
      ) : version.data === undefined ? (
        <ErrorState error={version.error} onRetry={() => void version.refetch()} retrying={version.isFetching} />
      ) : (
        <Stack gap="lg">
          {version.data.override_reason !== null && (
            <Callout tone="warning" title={t('history.overridden')}>
              {version.data.override_reason}
            </Callout>
          )}
          {typeof previous === 'number' && <OwnChanges id={id} previous={previous} />}
          <AccessChanges title={t('history.since')} diff={diff} />
          <Panel title={t('history.rules')}>
            <Rules version={version.data} />
          </Panel>
        </Stack>
      )}
    </>
  );
}

/** Who gained or lost access with the version, compared with the one before. */
function OwnChanges({ id, previous }: { id: number; previous: number }) {
  const { t } = useTranslation('access');
  const diff = useQuery(versionDiffQuery(previous, id));
  return <AccessChanges title={t('history.own')} diff={diff} />;
}

function Author({ version }: { version: AccessVersionDetails }) {
  const { t, i18n } = useTranslation('access');
  const changes = summarizeVersion(version, t, i18n.language);
  return <>{[authorOf(version, t), changes].filter(Boolean).join(' · ')}</>;
}

function RestoreButton({ id }: { id: number }) {
  const { t } = useTranslation('access');
  const navigate = useNavigate();
  const restore = useRestoreVersion();
  const prepare = () =>
    restore.mutate(id, {
      onSuccess: ({ rules }) => {
        toast.success(rules.length === 0 ? t('history.same') : t('history.restored'));
        if (rules.length > 0) void navigate({ to: '/access-rules', search: { show: 'pending' } });
      },
      onError: showFailure,
    });
  return (
    <Button
      data-compact
      variant="default"
      leftSection={<IconArrowBackUp size="1rem" />}
      loading={restore.isPending}
      onClick={prepare}
    >
      {t('history.restore')}
    </Button>
  );
}

/** Each rule with a sentence, with the names at that time; users who still exist have their full names. */
function Rules({ version }: { version: AccessVersionDetails }) {
  const { t, i18n } = useTranslation('access');
  const locale = useLocale();
  const current = useAccessNames();
  const names: AccessNames = useMemo(() => {
    const named = (list: readonly { id: number; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]));
    const { users, groups, locations, aliases, devices } = version.names;
    return {
      users: new Map([...named(users), ...current.users]),
      groups: named(groups),
      locations: named(locations),
      aliases: named(aliases),
      devices: named(devices),
    };
  }, [version, current]);
  if (version.rules.length === 0) return t('history.no_rules');
  return (
    <ul className={styles.list}>
      {version.rules.map((rule) => (
        <li key={rule.id}>
          <div>
            <Text fw={500}>{rule.name}</Text>
            <Text>
              {describeRule(
                rule,
                { t, names, language: i18n.language },
                rule.expires === null
                  ? undefined
                  : { time: formatInstant(instantOf(rule.expires), locale), isPast: false },
              )}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
