import { Anchor, Breadcrumbs, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './page-header.module.css';
import { PageTitle } from './page-title.tsx';

interface Crumb {
  label: string;
  /** A path of the console. */
  to: string;
}

/** A fact of the object: what it is, and its value. */
export interface HeaderFact {
  label: string;
  value: ReactNode;
}

interface Props {
  title: string;
  /** One line with the state, such as "3 of 4 gateways connected". */
  state?: ReactNode;
  /**
   * The one primary action, or a few with the primary last. Those with `data-compact` show only their icon on phones
   * beside the name of an object.
   */
  actions?: ReactNode;
  /** Breadcrumbs, outermost first; only for pages below the second level. */
  above?: readonly Crumb[];
  /** Avatar or icon of the object. */
  icon?: ReactNode;
  /** The two or three facts that matter most about the object. */
  facts?: readonly HeaderFact[];
}

/** Header of every page: title, state and actions; of the page of an object also its most important facts. */
export function PageHeader({ title, state, actions, above = [], icon, facts = [] }: Props) {
  return (
    <header className={styles.header}>
      <PageTitle>{title}</PageTitle>
      {above.length > 0 && (
        <Breadcrumbs className={styles.above} separatorMargin="xs">
          {above.map((crumb) => (
            <Anchor key={crumb.to} component={Link} to={crumb.to} c="dimmed">
              {crumb.label}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <div className={styles.line} data-simple={icon === undefined}>
        <div className={styles.object}>
          {icon}
          <div className={styles.titles}>
            <Title order={1}>{title}</Title>
            {state !== undefined && (
              <Text component="div" c="dimmed" className={styles.state ?? ''}>
                {state}
              </Text>
            )}
          </div>
        </div>
        {actions !== undefined && (
          <Group gap="sm" className={styles.actions ?? ''}>
            {actions}
          </Group>
        )}
      </div>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {/* in a flex container, texts and elements beside each other would lose the spaces between them */}
                <div>{value}</div>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  );
}
