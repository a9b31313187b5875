/** Time as the agent sees it. */
export interface Clock {
  now(): Date;
  /** Resolves after that time, or at once when the signal is aborted, before or while waiting. Never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
