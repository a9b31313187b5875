const types = ['build', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test', 'chore'];
const maxCharacters = 72;

/** Imperative verbs that a subject may start with. A verb that is missing is added here. */
const verbs = new Set(
  `accept acknowledge add adjust align allow announce answer apply ask assert assign audit authenticate avoid back
  batch bind block bound broadcast build bump bundle cache call cancel cap capture change check choose clarify clean
  clear close collapse collect combine compare compile complete compress compute configure confirm connect consume
  convert copy correct count cover create debounce declare decode define delay delete deliver deny deprecate derive
  describe detect disable disconnect display document download drain drive drop embed enable encode encrypt end
  enforce ensure escape exclude expire explain export expose extend extract fail fetch filter find finish fix flush
  focus follow forbid format forward generate give grant group guard guide handle hide highlight ignore implement
  import improve include index infer inline insert install introduce isolate issue join keep label lease leave limit
  link lint list load localize lock log mail make map mark match measure merge migrate mirror move name narrow
  normalize notify offer omit open order pack page parse pass pause persist pin place poll preload prefetch prepare
  present preserve prevent print process profile protect prove provide prune publish purge push put queue quote raise
  randomize read rebuild reconcile reconnect record redact redirect reduce refactor refetch refresh refuse register
  reject release reload remember remove rename render reopen reorder repair replace report request require reserve
  reset resolve respect restart restore restrict resume retain retry return reuse revert review revoke rework rewrite
  roll rotate route run save scan schedule scope scroll search select send separate serialize serve set share shorten
  show sign simplify skip sort split stage start state stop store stream strip submit support suspend switch sync tell
  test throttle tidy tighten time trace track translate trim truncate turn type unify unlock update upgrade upload use
  validate verify wait warn widen wire wrap write`.split(/\s+/),
);

/**
 * The problems of a commit subject, a sentence each. Subjects that git generates (merges, reverts, fixups) have none.
 * @param {string} subject
 * @returns {string[]}
 */
export function findSubjectProblems(subject) {
  if (/^(Merge |Revert "|fixup! |squash! |amend! )/.test(subject)) return [];
  const match = /^(?<type>[a-z]+)(?:\([a-z0-9-]+\))?!?: (?<summary>.+)$/.exec(subject);
  const { type = '', summary = '' } = match?.groups ?? {};
  const firstWord = summary.split(/[ ,]/)[0] ?? '';
  const problems = [
    !match &&
      'It must have the form "type(feature): what changes", like "fix(devices): keep the name of a renamed device".',
    match && !types.includes(type) && `"${type}" is not one of the types ${types.join(', ')}.`,
    match && !verbs.has(firstWord) && `"${firstWord}" is not an imperative verb that tools/commit-subject.mjs lists.`,
    subject.length > maxCharacters && `It has ${subject.length} characters; at most ${maxCharacters} are allowed.`,
    subject.endsWith('.') && 'It must not end with a full stop.',
  ];
  return problems.filter((problem) => typeof problem === 'string');
}
