/** @typedef {readonly [pattern: RegExp, use: string]} Habit What texts avoid, and what they say in its place. */

/**
 * Habits that texts of the product avoid, by language. Words that are wrong in code and documentation too are in
 * `language.mjs`.
 * @type {Readonly<Record<string, readonly Habit[]>>}
 */
const habits = {
  en: [
    [/\bformer(?:ly)?\b/i, 'previous, old'],
    [/\bin force\b/i, 'active'],
    [/\bopens? nothing\b/i, 'no longer works'],
    [/\bgo(?:es)? on\b/i, 'continue, keep'],
    [/\bat once\b/i, 'immediately'],
    [/\b(?:holds|held) (?:for|good)\b/i, 'is valid, expires in'],
    [/\b(?:is|are|was|were)(?: not|n’t) right\b/i, 'incorrect'],
    [/\byou may\b|\bmay not\b/i, 'can, can’t'],
    [/\be-mails?\b/i, 'email'],
    [/\buser names?\b/i, 'username'],
    [/\blog ?in\b/i, 'sign in'],
    [/\bsecond factors?\b/i, 'two-factor authentication'],
    [/\bswitch(?:es|ed)? (?:it |one )?o(?:n|ff)\b/i, 'turn on, turn off'],
    [/\bplease\b|\bsuccessfully\b|!$/i, 'the plain statement'],
    [/'/, 'the apostrophe ’'],
    [/\b(?:licence|colour|behaviour|cancelled|grey|(?:synchron|recogn|author)is)/i, 'American spelling'],
  ],
  ko: [
    // informal polite style; texts use the formal one, and instructions end with 세요
    [/(?:[아어여해돼예]요|까요|나요|죠)(?![가-힣])/, '합니다, 하세요'],
    [/십시오/, '하세요'],
    [/\((?:이|가|은|는|을|를|와|과|으)\)/, 'a noun before the particle, which determines its form'],
  ],
  pl: [
    // the past tense, "powinien" and the like differ by the gender of the reader
    [/ł[ea](?:by)?ś(?!\p{L})|powin(?:ieneś|naś)|\(a\)/iu, 'the impersonal form'],
    [/(?:^|[.!?] )Proszę/, 'the imperative'],
  ],
};

/**
 * Habits in a text, a sentence for each.
 * @param {string} text
 * @param {string} language
 * @returns {string[]}
 */
export function styleProblems(text, language) {
  return (habits[language] ?? []).flatMap(([pattern, use]) => {
    const found = pattern.exec(text.replaceAll(/<code>.*?<\/code>/g, ' '))?.[0];
    return found === undefined ? [] : [`"${found}" is not in the style of the texts; use: ${use}`];
  });
}
