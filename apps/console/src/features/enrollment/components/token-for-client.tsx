import { useTranslation } from 'react-i18next';
import { clientCode } from '../../../lib/client-link.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import styles from './token-for-client.module.css';

interface Props {
  /** Ends with a slash. */
  url: string;
  token: string;
}

/** What a client on another device needs: a code for a phone, and two texts. */
export function TokenForClient({ url, token }: Props) {
  const { t } = useTranslation('enrollment');
  return (
    <>
      <details>
        <summary className={styles.summary}>{t('issued.phone')}</summary>
        <QrCode text={clientCode({ url, token })} label={t('issued.code')} />
      </details>
      <details>
        <summary className={styles.summary}>{t('issued.by_text')}</summary>
        <FactList
          facts={[
            { label: t('issued.url'), value: url, copy: url },
            { label: t('issued.token'), value: token, copy: token },
          ]}
        />
      </details>
    </>
  );
}
