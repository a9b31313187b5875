/**
 * The same items; the next one is requested before the current one is consumed, so that the database works while core
 * does. A failure is reported when its item is requested.
 */
export async function* readAhead<Item>(items: AsyncGenerator<Item, void, void>): AsyncGenerator<Item, void, void> {
  const read = () => {
    const item = items.next();
    // the caller may ask for it late or never: until then, its failure must not count as unhandled
    item.catch(() => undefined);
    return item;
  };
  try {
    for (let reading = read(); ; ) {
      const { value, done } = await reading;
      if (done) return;
      reading = read();
      yield value;
    }
  } finally {
    await items.return();
  }
}
