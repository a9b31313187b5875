type Fields = Readonly<Record<string, unknown>>;

/** An empty text and null are the same: forms show null as an empty field. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/** The fields whose values differ from those before. */
export function changedFields<Values extends Fields>(values: Values, before: Fields): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !(name in before) || !isSame(value, before[name])),
  ) as Partial<Values>;
}

/**
 * What of a request has to be sent. `unchanged` is the request of the form without changes. A field whose value the form
 * suggests is sent as well: the server does not have it yet.
 */
export function changesOf<Request extends Fields>(
  request: Request,
  unchanged: Fields,
  stored: object,
): Partial<Request> {
  const changed = changedFields(request, unchanged);
  const known: Fields = { ...stored };
  const suggested = Object.entries(request).filter(([name, value]) => name in known && !isSame(value, known[name]));
  return { ...changed, ...(Object.fromEntries(suggested) as Partial<Request>) };
}
