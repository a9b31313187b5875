import type { AttentionItem } from '@gatewarden/contract/home';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { formatRelative, instantOf } from '../../../lib/format/instant.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useExtensions } from '../../../modules/extensions.tsx';
import type { AttentionDisplay } from '../../../modules/module.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { useMe } from '../../auth/index.ts';
import { useSetDismissed } from '../home.queries.ts';
import { useItemTexts } from '../use-item-texts.ts';
import styles from './attention-list.module.css';

interface Row {
  readonly item: AttentionItem;
  readonly display: AttentionDisplay;
}

/** Conditions that need attention, each with its action; those that the user dismissed on demand. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  const { t } = useTranslation('home');
  const { attention: displays } = useExtensions().homeItems;
  const { username } = useMe();
  const [showsDismissed, setShowsDismissed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const rows = items.flatMap((item): Row[] => {
    const display = displays[item.kind];
    return display ? [{ item, display }] : [];
  });
  const translate = useItemTexts(
    rows.flatMap(({ item, display }) => [display.text(item, username), display.action(item, username).label]),
  );
  const current = rows.filter(({ item }) => !item.dismissed);
  const dismissed = rows.filter(({ item }) => item.dismissed);
  // the button that had the focus is gone
  const focusPlace = () => place.current?.focus();
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {current.length === 0 && <EmptyState picture="calm" title={t('calm')} text={t('calm_text')} />}
      <ul className={styles.list}>
        {[...current, ...(showsDismissed ? dismissed : [])].map((row) => (
          <AttentionRow key={row.item.key} {...row} translate={translate} onRemoved={focusPlace} />
        ))}
      </ul>
      {dismissed.length > 0 && !showsDismissed && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.more}
          onClick={() => setShowsDismissed(true)}
        >
          {t('attention.show_dismissed', { count: dismissed.length })}
        </Button>
      )}
    </div>
  );
}

interface RowProps extends Row {
  translate: ReturnType<typeof useItemTexts>;
  onRemoved: () => void;
}

function AttentionRow({ item, display, translate, onRemoved }: RowProps) {
  const { t, i18n } = useTranslation('home');
  const { username } = useMe();
  const now = useNow();
  const dismissal = useSetDismissed();
  const { key, severity, since, subject, details, dismissed } = item;
  const { label, ...link } = display.action(item, username);
  const expiresAt = details['expires_at'];
  const when = typeof expiresAt === 'string' ? formatRelative(instantOf(expiresAt), now, i18n.language) : '';
  const what = translate(display.text(item, username), { ...details, name: subject?.name ?? '', when });
  const setDismissed = (to: boolean) =>
    dismissal.mutate(
      { key, dismissed: to },
      {
        onError: showFailure,
        onSuccess: () => {
          onRemoved();
          if (to) showUndoable(t('attention.dismissed'), () => setDismissed(false), { subMessage: what });
        },
      },
    );
  return (
    <li className={styles.row} data-dismissed={dismissed}>
      <span className={styles.icon} data-severity={severity}>
        <display.icon size="1.25rem" stroke={1.75} role="img" aria-label={t(`attention.severity.${severity}`)} />
      </span>
      <div className={styles.words}>
        <div>{what}</div>
        {since && (
          <div className={styles.since}>
            <RelativeTime at={since} />
          </div>
        )}
      </div>
      <ButtonLink {...link} variant="default" size="compact-sm" className={styles.action}>
        {translate(label)}
      </ButtonLink>
      {dismissed ? (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={dismissal.isPending}
          aria-label={t('attention.restore', { what })}
          onClick={() => setDismissed(false)}
        >
          {t('attention.restore_short')}
        </Button>
      ) : (
        <Tooltip label={t('setup.dismiss')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            loading={dismissal.isPending}
            aria-label={t('attention.dismiss', { what })}
            onClick={() => setDismissed(true)}
          >
            <IconX size="1rem" aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
