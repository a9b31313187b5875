import type { ActivityDetails } from '@gatewarden/contract/activity-log';
import { browserName } from '@gatewarden/contract/browser-name';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { type Fact, FactList } from '../../../ui/fact-list.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { formatIp } from '../format-ip.ts';
import { useActivityTexts } from '../use-activity-texts.ts';
import styles from './entry.module.css';

interface Props {
  entry: ActivityDetails;
  isOwn: boolean;
}

/** Time, user and origin of the event. */
export function EntryFacts({ entry, isOwn }: Props) {
  const { t } = useTranslation('activity-log');
  const texts = useActivityTexts();
  const { timestamp, username, ip, location, module, event, device } = entry;
  const facts: (Fact | false)[] = [
    { label: t('column.when'), value: <EntryTime at={timestamp} /> },
    !isOwn && { label: t('column.who'), value: username ?? t('system'), ...(username !== null && { copy: username }) },
    ip !== null && { label: t('column.ip'), value: formatIp(ip), copy: formatIp(ip) },
    device !== null && {
      label: module === 'vpn' ? t('entry.device') : t('entry.browser'),
      value: module === 'vpn' ? device : <span title={device}>{browserName(device)}</span>,
    },
    location !== null && { label: t('column.location'), value: location },
    { label: t('entry.event'), value: texts.event(event) },
    { label: t('entry.module'), value: texts.module(module) },
  ];
  return (
    <section className={styles.part}>
      <FactList facts={facts.filter((fact) => fact !== false)} />
    </section>
  );
}

function EntryTime({ at }: { at: string }) {
  const locale = useLocale();
  return (
    <>
      {formatInstant(instantOf(at), locale)} (<RelativeTime at={at} />)
    </>
  );
}
