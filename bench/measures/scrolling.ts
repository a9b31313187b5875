import type { Page } from '@playwright/test';
import { startBrowser } from '../browser.ts';
import { atMost, type Measure } from '../measure.ts';
import { openPage } from '../open-page.ts';
import { within } from '../within.ts';

/** A longer frame is visible as a stutter. */
const longestMilliseconds = 50;
/** Turns of the wheel through the whole list. */
const turns = 400;
/** What loads after the first rendering is not part of scrolling. */
const settleMilliseconds = 2_000;
/** On a busy machine, a turn takes ten times as long. */
const scrollMilliseconds = 240_000;

/** Frames of the list of people while the wheel scrolls it from the first row to the last. */
export const scrolling: Measure = {
  name: 'scrolling',
  async *run(instance) {
    await using driven = await startBrowser();
    await using opened = await openPage(driven.browser, instance);
    const { page } = opened;
    await page.goto(`${instance.url}/users`);
    // with the heading
    const rows = Number(await page.getByRole('table').getAttribute('aria-rowcount'));
    await page.waitForTimeout(settleMilliseconds);
    await page.evaluate(startRecording);
    const scrolled = scrollToRow(page, rows, instance.quick ? turns / 10 : turns);
    await within('the end of the list', scrolled, scrollMilliseconds);
    const { frames, tasks } = await page.evaluate<Recording>('recording');
    const list = `the list of ${(rows - 1).toLocaleString('en')} people`;
    const long = frames.filter((frame) => frame > longestMilliseconds);
    yield {
      name: `scrolling ${list}, longest of ${frames.length} frames`,
      value: Math.max(...frames),
      unit: 'ms',
      budget: atMost(longestMilliseconds),
    };
    yield {
      name: `scrolling ${list}, frames over ${longestMilliseconds} ms`,
      value: (long.length / frames.length) * 100,
      unit: '%',
    };
    yield { name: `scrolling ${list}, longest task, 0 for below 50 ms`, value: Math.max(0, ...tasks), unit: 'ms' };
  },
};

interface Recording {
  /** Milliseconds from each frame to the next. */
  readonly frames: readonly number[];
  /** Milliseconds of each task over 50 ms. */
  readonly tasks: readonly number[];
}

/** Runs in the page. */
const startRecording = `{
  globalThis.recording = { frames: [], tasks: [] };
  let last;
  const record = (now) => {
    if (last !== undefined) recording.frames.push(now - last);
    last = now;
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) recording.tasks.push(duration);
  }).observe({ type: 'longtask' });
}`;

/** The last row is in the page only when the list is scrolled to its end. */
async function scrollToRow(page: Page, row: number, times: number): Promise<void> {
  const pixels = await page.evaluate<number>('document.documentElement.scrollHeight');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height / 2);
  for (let turn = 0; turn < times; turn += 1) await page.mouse.wheel(0, Math.ceil(pixels / times));
  await page.locator(`[aria-rowindex="${row}"]`).waitFor();
}
