import type { HTMLAttributes } from 'react';
import styles from './scroll-area.module.css';

/** What Mantine passes: around the options of a select, and the results of the palette. */
interface Props extends HTMLAttributes<HTMLDivElement> {
  /** Greatest height, in pixels or as a CSS length. */
  mah?: number | string;
  /** When Mantine shows its scroll bar. */
  type?: string;
  /** Space beside the content. */
  scrollbarSize?: string;
  offsetScrollbars?: string;
  /** Attributes of the element that scrolls. */
  viewportProps?: HTMLAttributes<HTMLDivElement>;
}

/**
 * Imported by Mantine in place of its scroll areas (vite.config.ts), which would be loaded with every page: the scroll
 * bar of the browser is enough.
 */
function ScrollAreaAutosize({ mah, scrollbarSize, className = '', style, viewportProps, children, ...rest }: Props) {
  const { type: _, offsetScrollbars: __, ...attributes } = rest;
  const size = { maxHeight: mah, paddingInlineEnd: scrollbarSize };
  return (
    <div {...attributes} {...viewportProps} className={`${styles.area} ${className}`} style={{ ...style, ...size }}>
      {children}
    </div>
  );
}

const ScrollArea = Object.assign(ScrollAreaAutosize, { Autosize: ScrollAreaAutosize });

export { ScrollArea, ScrollAreaAutosize };
