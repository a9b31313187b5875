import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

interface Props {
  /** Content of the code, encoded in this browser. */
  text: string;
  /** Accessible name: "WireGuard configuration of Warsaw". */
  label: string;
}

// ISO/IEC 18004 §5.3.8: a quiet zone of four modules on every side.
const quietModules = 4;

/** A QR code, black on white also in dark mode, because scanners expect it. */
export function QrCode({ text, label }: Props) {
  const { size, path } = useMemo(() => draw(text), [text]);
  const side = size + 2 * quietModules;
  return (
    <svg
      className={styles.code}
      viewBox={`${-quietModules} ${-quietModules} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** One square per dark module. */
function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: squares.join('') };
}
