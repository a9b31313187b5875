import { type ComponentType, useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import styles from './tile-field.module.css';

export interface Tile {
  readonly value: string;
  readonly label: string;
  /** What distinguishes it from the others, as a sentence. */
  readonly text?: string;
  readonly icon: ComponentType<{ size: string; 'aria-hidden': true }>;
}

interface Props {
  name: string;
  label: string;
  tiles: readonly Tile[];
}

/** One of a few, each with an icon. */
export function TileField({ name, label, tiles }: Props) {
  const id = useId();
  const { control } = useFormContext();
  const { field } = useController({ name, control });
  const hasTexts = tiles.some(({ text }) => text !== undefined);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.tiles} data-texts={hasTexts || undefined}>
        {tiles.map(({ value, label: tileLabel, text, icon: Icon }) => (
          <label key={value} className={styles.tile}>
            <input
              type="radio"
              name={name}
              value={value}
              aria-label={tileLabel}
              aria-describedby={text === undefined ? undefined : `${id}-${value}`}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
              onBlur={field.onBlur}
            />
            <Icon size="1.5rem" aria-hidden />
            {tileLabel}
            {text !== undefined && (
              <span id={`${id}-${value}`} className={styles.text}>
                {text}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
