import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../../ui/rich-text.tsx';
import { interactionOf, interactionQuery } from '../interaction.queries.ts';
import styles from './sign-in-text.module.css';

/** Why to sign in: names the application that requested it, if it is known. */
export function SignInText({ requestedBy }: { requestedBy: string | undefined }) {
  const { t } = useTranslation('auth');
  const uid = interactionOf(requestedBy);
  const { data, isPending } = useQuery({ ...interactionQuery(uid ?? ''), enabled: uid !== undefined });
  if (!uid) return t('text');
  // an empty line of the same height, so that the fields do not move
  if (isPending) return <span className={styles.app}>{'\u00a0'}</span>;
  if (!data) return t('text');
  return (
    <span className={styles.app}>
      <AppPicture url={data.app.logo_url} />
      <span>
        <RichText text={t('text_app')} parts={{ app: () => <strong>{data.app.name}</strong> }} />
      </span>
    </span>
  );
}

function AppPicture({ url }: { url: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (url === '' || isBroken) return null;
  return (
    <img className={styles.picture} src={url} alt="" referrerPolicy="no-referrer" onError={() => setIsBroken(true)} />
  );
}
