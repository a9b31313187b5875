/** Runs tasks one after another in the order of the calls; a failed task does not prevent the next one. */
export type RunSerially = <Result>(task: () => Promise<Result>) => Promise<Result>;
export function createSerialQueue(): RunSerially {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}
