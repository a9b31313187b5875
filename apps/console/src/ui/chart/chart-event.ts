/** Something that happened, marked on the time axis. */
export interface ChartEvent {
  id: string;
  at: Date;
  tone: 'danger' | 'success' | 'info';
  /** "Gateway waw-gw-1 disconnected" */
  text: string;
}
