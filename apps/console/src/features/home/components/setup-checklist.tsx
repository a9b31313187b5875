import type { Home } from '@gatewarden/contract/home';
import { Button } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { useExtensions } from '../../../modules/extensions.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { useSetChecklistDismissed } from '../home.queries.ts';
import { useItemTexts } from '../use-item-texts.ts';
import styles from './setup-checklist.module.css';

/** Steps of the setup, each with its button until it is done. */
export function SetupChecklist({ home }: { home: Home }) {
  const { t } = useTranslation('home');
  const { checklist: displays } = useExtensions().homeItems;
  const dismissal = useSetChecklistDismissed();
  const shown = home.checklist.steps.flatMap(({ step, done }) => {
    const display = displays[step];
    return display ? [{ step, done, display }] : [];
  });
  const translate = useItemTexts(shown.flatMap(({ display: { label, text, action } }) => [label, text, action]));
  const done = shown.filter((each) => each.done).length;
  const next = shown.find((each) => !each.done)?.step;
  const setDismissed = (dismissed: boolean) =>
    dismissal.mutate(dismissed, {
      onError: showFailure,
      onSuccess: () => {
        if (!dismissed) return;
        showUndoable(t('setup.dismissed'), () => setDismissed(false));
      },
    });
  return (
    <Panel
      title={t('setup.title')}
      text={t('setup.progress', { done, total: shown.length })}
      actions={
        <Button variant="default" size="compact-sm" loading={dismissal.isPending} onClick={() => setDismissed(true)}>
          {t('setup.dismiss')}
        </Button>
      }
    >
      <div className={styles.bar} aria-hidden>
        {shown.map(({ step }, index) => (
          <span key={step} data-done={index < done} />
        ))}
      </div>
      <ol className={styles.steps}>
        {shown.map(({ step, done: isDone, display: { icon: Icon, label, text, action, link } }) => (
          <li key={step} className={styles.step} data-done={isDone}>
            <span className={styles.mark}>
              {isDone ? (
                <IconCircleCheckFilled size="1.5rem" aria-label={t('setup.done')} role="img" />
              ) : (
                <Icon size="1.25rem" stroke={1.75} aria-label={t('setup.to_do')} role="img" />
              )}
            </span>
            <div className={styles.words}>
              <div className={styles.label}>{translate(label)}</div>
              {!isDone && <div className={styles.text}>{translate(text)}</div>}
            </div>
            {!isDone && (
              <ButtonLink
                {...link(home)}
                size="compact-sm"
                variant={step === next ? 'filled' : 'default'}
                className={styles.action}
              >
                {translate(action)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
