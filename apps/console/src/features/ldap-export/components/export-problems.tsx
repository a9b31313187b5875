import type { LdapExportStatus } from '@gatewarden/contract/ldap-export';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';

type Problem = LdapExportStatus['problems'][number];

/** What the directory refused, by reason, with what to fix. */
export function ExportProblems({ status: { problems, refused } }: { status: LdapExportStatus }) {
  const { t } = useTranslation('ldap-export');
  if (problems.length === 0) return null;
  const groups = Map.groupBy(problems, ({ reason }) => reason);
  const more = refused - problems.length;
  return (
    <Callout tone="warning" title={t('refused')}>
      <RowList label={t('refused')}>
        {[...groups.values()].map((group) => (
          <ProblemGroup key={group[0]?.reason} problems={group} />
        ))}
        {more > 0 && <Row name={t('more', { count: more })} />}
      </RowList>
    </Callout>
  );
}

/** Problems with the same reason. Several are a list that can be opened: they have the same remedy. */
function ProblemGroup({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('ldap-export');
  const [first, ...others] = problems;
  if (!first) return null;
  const reason = t(`reason.${first.reason}`);
  if (others.length === 0) {
    return (
      <ProblemRow problem={first}>
        <span>{reason}</span>
      </ProblemRow>
    );
  }
  const name = t('refused_several', { amount: problems.length });
  return (
    <Row name={name}>
      <span>{reason}</span>
      <details>
        <summary>{t('refused_entries')}</summary>
        <RowList label={name}>
          {problems.map((problem) => (
            <ProblemRow key={`${problem.kind} ${problem.name}`} problem={problem} />
          ))}
        </RowList>
      </details>
    </Row>
  );
}

function ProblemRow({ problem: { kind, name, since }, children }: { problem: Problem; children?: ReactNode }) {
  const { t } = useTranslation('ldap-export');
  return (
    <Row name={name}>
      <RowFacts>
        <span>{t(`kind.${kind}`)}</span>
        <RelativeTime at={since} />
      </RowFacts>
      {children}
    </Row>
  );
}
