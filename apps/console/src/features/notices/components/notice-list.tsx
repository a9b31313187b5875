import type { Notice } from '@gatewarden/contract/notices';
import { useHiddenNotices } from '../hidden-notices.ts';
import { displayOf } from '../notice-kinds.ts';
import { NoticeBanner } from './notice-banner.tsx';
import styles from './notice-list.module.css';

export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const { isHidden, hide } = useHiddenNotices();
  return (
    <div className={styles.list}>
      {notices.map((notice) => {
        // A newer server can send kinds that have no text here.
        const display = displayOf(notice.kind);
        if (!display || (display.canBeHidden && isHidden(notice))) return null;
        return <NoticeBanner key={notice.kind} notice={notice} display={display} onHide={() => hide(notice)} />;
      })}
    </div>
  );
}
