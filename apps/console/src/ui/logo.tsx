import styles from './logo.module.css';

interface Props {
  url: string;
  /** The instance's name. */
  name: string;
  /**
   * `main`: at most 250×100 px, for sign-in. `navigation`: at most 100×100 px. `mark`: one line of the navigation high.
   */
  kind: 'main' | 'navigation' | 'mark';
}

/** Logo of the instance, scaled to fit. */
export function Logo({ url, name, kind }: Props) {
  return <img className={styles.logo} data-kind={kind} src={url} alt={name} />;
}
