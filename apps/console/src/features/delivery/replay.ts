/** Delivers from a time on again; `from` as in requests. */
export interface Replay {
  readonly isPending: boolean;
  mutate: (from: string, callbacks: { onSuccess: () => void; onError: (error: Error) => void }) => void;
}
