import { timestampMs } from '@bufbuild/protobuf/wkt';
import { expect, it } from 'vitest';
import { createReportSplitter } from './report-splitter.ts';

const peers = (count: number) => Array.from({ length: count }, (_, nth) => nth);

it('splits a large measurement into parts, each later than the previous one', () => {
  const parts = createReportSplitter()(new Date(1_000), peers(4_001), []);
  expect(
    parts.map(({ measuredAt, continues, ...part }) => [timestampMs(measuredAt), continues, part.peers.length]),
  ).toEqual([
    [1_000, false, 2_000],
    [1_001, true, 2_000],
    [1_002, true, 1],
  ]);
  expect(parts.flatMap((part) => part.peers)).toEqual(peers(4_001));
});

it('sends rules after the peers, in further parts', () => {
  const parts = createReportSplitter()(new Date(1_000), peers(1), peers(2_001));
  expect(parts.map(({ continues, ...part }) => [continues, part.peers.length, part.ruleHits.length])).toEqual([
    [false, 1, 0],
    [true, 0, 2_000],
    [true, 0, 1],
  ]);
});

it('starts after the last part of the previous measurement, unless the clock was set back', () => {
  const split = createReportSplitter();
  const starts = [1_000, 1_001, 500].map((at) => split(new Date(at), peers(6_000), [])[0]?.measuredAt);
  expect(starts.map((at) => at && timestampMs(at))).toEqual([1_000, 1_003, 500]);
});
