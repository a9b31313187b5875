import type { ComponentType } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import styles from './tile-field.module.css';

export interface Tile {
  readonly value: string;
  readonly label: string;
  readonly icon: ComponentType<{ size: string; 'aria-hidden': true }>;
}

interface Props {
  name: string;
  label: string;
  tiles: readonly Tile[];
}

/** One of a few, each with an icon. */
export function TileField({ name, label, tiles }: Props) {
  const { control } = useFormContext();
  const { field } = useController({ name, control });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.tiles}>
        {tiles.map(({ value, label: tileLabel, icon: Icon }) => (
          <label key={value} className={styles.tile}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
              onBlur={field.onBlur}
            />
            <Icon size="1.5rem" aria-hidden />
            {tileLabel}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
