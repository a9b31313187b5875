import type { Notice } from '@gatewarden/contract/notices';
import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { TextLink } from '../../../ui/links.tsx';
import type { NoticeDisplay } from '../notice-kinds.ts';
import styles from './notice-banner.module.css';

interface Props {
  readonly notice: Notice;
  readonly display: NoticeDisplay;
}

/** One line, so that several notices fit above a page on a phone; the details open on demand. */
export function NoticeBanner({ notice, display: { severity, link, Text, Action } }: Props) {
  const { t } = useTranslation('notices');
  const [isOpen, setIsOpen] = useState(false);
  const locale = useLocale();
  const id = useId();
  const titleId = `${id}-title`;
  const detailsId = `${id}-details`;
  return (
    <div role="alert" aria-labelledby={titleId} className={styles.banner} data-severity={severity}>
      <UnstyledButton
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconAlertTriangle className={styles.icon} aria-hidden />
        <span id={titleId} className={styles.title}>
          {t(`${notice.kind}.title`)}
        </span>
        <span className={styles.toggle}>{t('details')}</span>
        <IconChevronDown className={styles.chevron} aria-hidden />
      </UnstyledButton>
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        <p className={styles.text}>
          {Text ? <Text notice={notice} /> : t(`${notice.kind}.text`, { replace: notice.details })}
        </p>
        {notice.since && (
          <p className={styles.since}>{t('since', { time: formatInstant(instantOf(notice.since), locale) })}</p>
        )}
        {(link || Action) && (
          <div className={styles.actions}>
            {Action && <Action notice={notice} />}
            {link && (
              <TextLink className={styles.link} to={link.to}>
                {t(link.label)}
              </TextLink>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
