import { Tooltip } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { homeQuery, isChecklistOver } from '../home.queries.ts';
import styles from './setup-progress.module.css';

interface Props {
  /** Only the icon; the label appears on hover and focus. */
  rail: boolean;
  className: string | undefined;
  onNavigate?: (() => void) | undefined;
}

/** Entry of the sidebar while the setup is not complete: how many steps are done. */
export function SetupProgress({ rail, className, onNavigate }: Props) {
  const { t } = useTranslation();
  const { data: home } = useQuery({
    ...homeQuery(),
    // once the setup is complete, only the home page follows it
    enabled: ({ state }) => !state.data || !isChecklistOver(state.data),
  });
  if (!home || isChecklistOver(home)) return null;
  const { steps } = home.checklist;
  const done = steps.filter((step) => step.done).length;
  const label = `${t('navigation.set_up')} ${done}/${steps.length}`;
  return (
    <li>
      <Tooltip label={label} position="right" disabled={!rail}>
        <Link
          to="/home"
          className={className}
          onClick={onNavigate}
          aria-label={label}
          hash="setup"
          activeOptions={{ includeHash: true }}
        >
          <IconListCheck size="1.25rem" stroke={1.75} aria-hidden />
          {!rail && (
            <>
              <span className={styles.label}>{t('navigation.set_up')}</span>
              <span className={styles.count}>
                {done}/{steps.length}
              </span>
            </>
          )}
        </Link>
      </Tooltip>
    </li>
  );
}
