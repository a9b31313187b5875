import { useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import styles from './app-logo.module.css';

interface Props {
  app: { readonly name: string; readonly logo_url: string };
  size?: 'sm' | 'lg';
}

/** Logo of an application; its initials without one, or if it does not load. Decorative: the name stands beside it. */
export function AppLogo({ app: { name, logo_url: url }, size = 'sm' }: Props) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (url === '' || url === failedUrl) return <Avatar name={name} size={size} />;
  return (
    <img
      className={styles.logo}
      data-size={size}
      src={url}
      alt=""
      // its server must not learn which page shows it
      referrerPolicy="no-referrer"
      onError={() => setFailedUrl(url)}
    />
  );
}
