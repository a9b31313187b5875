import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useMe } from '../../auth/index.ts';
import { accessRulesQuery } from '../activity-log.queries.ts';
import type { NamedObject } from '../changes.ts';
import styles from './entry.module.css';

const changeTones = { added: 'success', modified: 'info', deleted: 'danger' } as const;

/** The objects of a field by name, with what happened to each. */
export function ObjectList({ field, objects }: { field: string; objects: readonly NamedObject[] }) {
  return (
    <ul className={styles.objects}>
      {objects.map((object) => (
        <li key={object.id ?? object.name} className={styles.object}>
          <ObjectLink field={field} object={object} />
          <ChangeBadge change={object.change} />
        </li>
      ))}
    </ul>
  );
}

function ChangeBadge({ change }: { change: string | undefined }) {
  const { t } = useTranslation('activity-log');
  if (change !== 'added' && change !== 'modified' && change !== 'deleted') return null;
  return <StatusBadge tone={changeTones[change]}>{t(`change.${change}`)}</StatusBadge>;
}

/** The name of an object of the field, as a link if it has a page. */
export function ObjectLink({ field, object }: { field: string; object: NamedObject }) {
  const { is_admin: isAdmin } = useMe();
  const { id, name } = object;
  if (isAdmin && id !== undefined) {
    if (field === 'rules' || field === 'rule') return <RuleLink id={id} name={name} />;
    if (field === 'version') {
      return (
        <TextLink to="/access-rules/history/$versionId" params={{ versionId: String(id) }}>
          {name}
        </TextLink>
      );
    }
  }
  return <span className={styles.value}>{name}</span>;
}

/** Only of a rule that still exists; one that was changed since has another id. */
function RuleLink({ id, name }: { id: number; name: string }) {
  const { data: rules } = useQuery(accessRulesQuery());
  if (!rules?.some((rule) => rule.id === id)) return <span className={styles.value}>{name}</span>;
  return (
    <TextLink to="/access-rules/$ruleId" params={{ ruleId: String(id) }}>
      {name}
    </TextLink>
  );
}
