import {
  type MutateOptions,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
  useMutation as useQueryMutation,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../ui/toast.tsx';
import { runInPlace } from './failure-places.ts';

type ItemKey = string | number | undefined;

interface Options<Data, Variables> extends UseMutationOptions<Data, Error, Variables> {
  /**
   * For lists whose rows share one mutation: only submissions with equal keys exclude each other. Absent: all exclude
   * each other.
   */
  itemKey?: (variables: Variables) => ItemKey;
  /**
   * For actions that remove the row or page from which they are called: the event of the change may arrive before the
   * answer and unmount it. The success and error callbacks of `mutate` run nevertheless.
   */
  removesCaller?: boolean;
}

type Mutation<Data, Variables> = UseMutationResult<Data, Error, Variables>;
type Mutate<Data, Variables> = UseMutateFunction<Data, Error, Variables>;

interface Guarded<Data, Variables> {
  /** Undefined when the submission was ignored. */
  readonly mutateAsync: (variables: Variables) => Promise<Data> | undefined;
}

// distributes over the union, so that `isPending` and the like still narrow `data` and `variables`
type Guard<Member, Data, Variables> = Member extends unknown
  ? Omit<Member, 'mutateAsync'> & Guarded<Data, Variables>
  : never;
type Result<Data, Variables> = Guard<Mutation<Data, Variables>, Data, Variables>;

/**
 * TanStack's hook with a synchronous guard; a lint rule forbids the original hook elsewhere. While a submission is in
 * flight, further ones are ignored, including their callbacks. `isPending`, and so a disabled button, takes effect only
 * after React has rendered: two events within one frame would both reach the server. For the same reason a submission
 * remains in flight until its outcome is rendered.
 */
export function useMutation<Data, Variables = void>(options: Options<Data, Variables>): Result<Data, Variables> {
  const { itemKey, removesCaller = false, ...given } = options;
  const client = useQueryClient();
  const mutation = useQueryMutation<Data, Error, Variables>(withFailures(given));
  const { mutateAsync: send } = mutation;
  const acquire = useInFlight();
  const key = useRef(itemKey);
  useEffect(() => {
    key.current = itemKey;
  }, [itemKey]);
  const submit = useCallback(
    (...args: Parameters<typeof send>): Promise<Data> | undefined => {
      const release = acquire(key.current?.(args[0] as Variables));
      return release && send(...args).finally(release);
    },
    [acquire, send],
  );
  const mutate = useCallback(
    (...args: Parameters<typeof send>) => {
      // the error is in the result and passed to the callbacks
      if (!removesCaller) return void submit(...args)?.catch(() => undefined);
      const [variables, callbacks = {}] = args as [Variables, MutateOptions<Data, Error, Variables>?];
      const context = { client, meta: undefined };
      void submit(variables)?.then(
        (data) => callbacks.onSuccess?.(data, variables, undefined, context),
        (error: Error) => callbacks.onError?.(error, variables, undefined, context),
      );
    },
    [submit, removesCaller, client],
  ) as Mutate<Data, Variables>;
  return { ...mutation, mutate, mutateAsync: submit } as Result<Data, Variables>;
}

/** A failure is shown where the change was started; a success removes the errors of earlier changes. */
function withFailures<Data, Variables>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationOptions<Data, Error, Variables> {
  const { mutationFn } = options;
  if (!mutationFn) return options;
  return {
    ...options,
    mutationFn: async (...args) => {
      const data = await runInPlace(() => mutationFn(...args));
      toast.clearErrors();
      return data;
    },
  };
}

/**
 * Returns a function that registers a submission. That returns a function that ends it, or undefined while one is in
 * flight.
 */
function useInFlight(): (key: ItemKey) => (() => void) | undefined {
  const inFlight = useRef(new Set<ItemKey>());
  const settled = useRef<ItemKey[]>([]);
  const released = useRef(0);
  // A state, so that the effect runs after the render with the state that the callbacks of the submission set.
  const [settledCount, setSettledCount] = useState(0);
  useEffect(() => {
    for (; released.current < settledCount; released.current += 1) inFlight.current.delete(settled.current.shift());
  }, [settledCount]);
  // nothing is rendered after this: a toast that outlives its row can submit again, such as to undo the change
  useEffect(() => () => inFlight.current.clear(), []);
  return useCallback((key) => {
    if (inFlight.current.has(key)) return undefined;
    inFlight.current.add(key);
    return () => {
      settled.current.push(key);
      setSettledCount((count) => count + 1);
    };
  }, []);
}
