/** Time as the component measures it. */
export interface Clock {
  now(): Date;
  /** Resolves after that time, or as soon as the signal is aborted. Never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
