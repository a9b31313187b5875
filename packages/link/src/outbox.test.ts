import { expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';

it('sends messages of low priority after all others', async () => {
  const outbox = createOutbox<string>();
  outbox.pushLowPriority('part 1');
  outbox.pushLowPriority('part 2');
  outbox.push('heartbeat');
  const sent: string[] = [];
  for await (const message of outbox) {
    sent.push(message);
    if (message !== 'part 1') continue;
    outbox.push('acknowledgement');
    outbox.close();
    outbox.pushLowPriority('too late');
  }
  expect(sent).toEqual(['heartbeat', 'part 1', 'acknowledgement', 'part 2']);
});
