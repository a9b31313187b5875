import type { ReactNode } from 'react';
import styles from './illustration.module.css';

export type Subject = 'network' | 'devices' | 'people' | 'keys' | 'log' | 'search' | 'calm';

/** Small drawing for an empty state, in the colors of the theme. Decorative. */
export function Illustration({ of }: { of: Subject }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 128 88" width="128" height="88" aria-hidden focusable="false">
      <ellipse className={styles.ground} cx="64" cy="78" rx="52" ry="6" />
      {drawings[of]}
    </svg>
  );
}

/** `fill` is a surface, `soft` an accented one, `line` has no fill, `dot` is filled with the accent. */
const drawings: Readonly<Record<Subject, ReactNode>> = {
  network: (
    <>
      <path className={styles.dashed} d="M64 34 26 58M64 34l38 24M64 34v32" />
      <path className={styles.soft} d="m64 8 18 6v15c0 11-7.6 19-18 23-10.4-4-18-12-18-23V14Z" />
      <path className={styles.strong} d="M56 36v-8a8 8 0 0 1 16 0v8M64 28v11" />
      <circle className={styles.fill} cx="24" cy="62" r="9" />
      <circle className={styles.fill} cx="104" cy="62" r="9" />
      <circle className={styles.fill} cx="64" cy="70" r="8" />
      <circle className={styles.dot} cx="24" cy="62" r="3" />
      <circle className={styles.dot} cx="104" cy="62" r="3" />
      <circle className={styles.dot} cx="64" cy="70" r="3" />
    </>
  ),
  devices: (
    <>
      <rect className={styles.fill} x="22" y="18" width="62" height="44" rx="5" />
      <rect className={styles.soft} x="28" y="24" width="50" height="32" rx="2" />
      <path className={styles.fill} d="M14 66h78l-5 8H19Z" />
      <rect className={styles.fill} x="82" y="34" width="28" height="44" rx="5" />
      <rect className={styles.soft} x="86" y="40" width="20" height="28" rx="2" />
      <circle className={styles.dot} cx="96" cy="73" r="1.5" />
      <path className={styles.strong} d="m44 41 6 6 12-13" />
    </>
  ),
  people: (
    <>
      <circle className={styles.fill} cx="38" cy="36" r="11" />
      <path className={styles.fill} d="M18 74c0-14 8-22 20-22s20 8 20 22Z" />
      <circle className={styles.fill} cx="92" cy="36" r="11" />
      <path className={styles.fill} d="M72 74c0-14 8-22 20-22s20 8 20 22Z" />
      <circle className={styles.soft} cx="65" cy="30" r="13" />
      <path className={styles.soft} d="M42 76c0-17 9-27 23-27s23 10 23 27Z" />
    </>
  ),
  keys: (
    <>
      <rect className={styles.fill} x="20" y="20" width="70" height="54" rx="6" />
      <path className={styles.line} d="M32 36h26M32 48h18M32 60h22" />
      <circle className={styles.soft} cx="86" cy="42" r="15" />
      <circle className={styles.dot} cx="86" cy="42" r="4" />
      <path className={styles.strong} d="M86 57v19m0-9h8m-8 9h6" />
    </>
  ),
  log: (
    <>
      <rect className={styles.fill} x="28" y="12" width="72" height="62" rx="6" />
      <circle className={styles.dot} cx="42" cy="28" r="3" />
      <circle className={styles.soft} cx="42" cy="43" r="3" />
      <circle className={styles.soft} cx="42" cy="58" r="3" />
      <path className={styles.line} d="M52 28h36M52 43h28M52 58h32" />
    </>
  ),
  search: (
    <>
      <rect className={styles.fill} x="24" y="20" width="66" height="52" rx="6" />
      <path className={styles.line} d="M36 36h30M36 48h22M36 60h26" />
      <circle className={styles.soft} cx="84" cy="46" r="16" />
      <path className={styles.strong} d="m96 58 12 13" />
    </>
  ),
  calm: (
    <>
      <circle className={styles.soft} cx="64" cy="42" r="30" />
      <path className={styles.strong} d="m50 43 10 10 19-21" />
      <path className={styles.dashed} d="M20 42h10M98 42h10M64 2v6" />
    </>
  ),
};
