import type { Notice } from '@gatewarden/contract/notices';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Banner } from '../../../ui/banner.tsx';
import { TextLink } from '../../../ui/links.tsx';
import type { NoticeDisplay } from '../notice-kinds.ts';
import styles from './notice-banner.module.css';

interface Props {
  readonly notice: Notice;
  readonly display: NoticeDisplay;
  readonly onHide: () => void;
}

/** One line, so that several notices fit above a page on a phone; the details open on demand. */
export function NoticeBanner({ notice, display, onHide }: Props) {
  const { severity, link, Title, Text, Action, canBeHidden = false } = display;
  const { t } = useTranslation('notices');
  const locale = useLocale();
  const title = Title ? <Title notice={notice} /> : notice.kind !== 'license' && t(`${notice.kind}.title`);
  return (
    <Banner severity={severity} title={title} toggle={t('details')}>
      <p className={styles.text}>
        {Text ? (
          <Text notice={notice} />
        ) : (
          notice.kind !== 'license' && t(`${notice.kind}.text`, { replace: notice.details })
        )}
      </p>
      {notice.since && (
        <p className={styles.since}>{t('since', { time: formatInstant(instantOf(notice.since), locale) })}</p>
      )}
      {(link || Action || canBeHidden) && (
        <div className={styles.actions}>
          {Action && <Action notice={notice} />}
          {canBeHidden && (
            <Button variant="default" onClick={onHide}>
              {t('license.hide')}
            </Button>
          )}
          {link && (
            <TextLink className={styles.link} to={link.to}>
              {t(link.label)}
            </TextLink>
          )}
        </div>
      )}
    </Banner>
  );
}
