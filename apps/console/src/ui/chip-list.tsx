import styles from './chip-list.module.css';

interface Props {
  items: readonly string[];
  /** Most chips that are shown; the others are a number. */
  max?: number;
}

/** Short names as chips, with "+2" for the others; all names are in the accessible text and in the tooltip of the browser. */
export function ChipList({ items, max = 2 }: Props) {
  const hidden = items.slice(max);
  if (items.length === 0) return <>–</>;
  return (
    <span className={styles.chips} title={items.join(', ')}>
      {items.slice(0, max).map((item) => (
        <span key={item} className={styles.chip}>
          {item}
        </span>
      ))}
      {hidden.length > 0 && (
        <>
          <span className={styles.more} aria-hidden>{`+${hidden.length}`}</span>
          <span className={styles.hidden}>{hidden.join(', ')}</span>
        </>
      )}
    </span>
  );
}
