// @ts-nocheck It runs in the browser, whose types are not those of the tests.

/**
 * @param {{ pseudoPattern: string, untranslated: readonly string[] }} given
 * @returns {string[]}
 */
export function findTextProblems(given) {
  const pseudo = new RegExp(given.pseudoPattern);
  const allowed = given.untranslated.map((source) => new RegExp(source));
  const problems = new Set();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const widest = [...document.querySelectorAll('body *')].find(
      (element) => element.getBoundingClientRect().right > root.clientWidth && isVisible(element),
    );
    problems.add(`page scrolls: ${root.scrollWidth} px, from ${widest ? nameOf(widest) : 'unknown'}`);
  }

  const texts = visibleTexts();
  for (const { node, element } of texts) {
    // the parts of a text that can break at chosen places are one text
    const text = element.querySelector(':scope > wbr') ? element.textContent : node.data;
    // what an administrator writes is shown as it is
    if (!element.closest('[translate="no"]')) report('not translated', text);
    const cut = cutOff(element);
    if (cut) problems.add(`cut off by ${cut}: ${short(node.data)}`);
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      report(`${name} not translated`, element.getAttribute(name) ?? '');
    }
  }
  const boxes = texts.flatMap(({ node, element }) => boxesOf(node).map((box) => ({ node, element, box })));
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (one.node !== other.node && layerOf(one.element) === layerOf(other.element) && overlaps(one.box, other.box)) {
        problems.add(`overlap: ${short(one.node.data)} / ${short(other.node.data)}`);
      }
    }
  });
  return [...problems];

  function report(problem, text) {
    const words = text.match(/\p{Script=Latin}{3,}/gu);
    if (!words || pseudo.test(text) || allowed.some((pattern) => pattern.test(text))) return;
    problems.add(`${problem}: ${short(text)}`);
  }

  function visibleTexts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!element || node.data.trim() === '' || !isVisible(element) || boxesOf(node).length === 0) continue;
      found.push({ node, element });
    }
    return found;
  }

  function isVisible(element) {
    if (element.closest('script, style, noscript, svg, [data-visually-hidden]')) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let at = element; at; at = at.parentElement) {
      const { clip, clipPath } = getComputedStyle(at);
      const { width, height } = at.getBoundingClientRect();
      const isForReaders = clip !== 'auto' || clipPath !== 'none' || (width <= 1 && height <= 1);
      if (isForReaders) return false;
    }
    return true;
  }

  /** Name of the element that hides a part of the text, unless it ends in an ellipsis. */
  function cutOff(element) {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, display } = getComputedStyle(at);
      const ends = textOverflow === 'ellipsis' || (webkitLineClamp !== 'none' && webkitLineClamp !== '');
      if (display === 'inline' || /auto|scroll/.test(`${overflowX} ${overflowY}`)) continue;
      const wide = /hidden|clip/.test(overflowX) && at.scrollWidth > at.clientWidth + 1;
      const high = /hidden|clip/.test(overflowY) && at.scrollHeight > at.clientHeight + 2;
      if ((wide && !ends) || (high && !ends)) return nameOf(at);
    }
    return undefined;
  }

  /** Menus, dialogs and what stays in place while the page scrolls overlap the rest on purpose. */
  function layerOf(element) {
    for (let at = element; at; at = at.parentElement) {
      if (/fixed|sticky|absolute/.test(getComputedStyle(at).position)) return at;
    }
    return document.body;
  }

  /** Without the parts that an element around them hides. */
  function boxesOf(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].map((box) => visiblePart(box, node.parentElement));
    return boxes.filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
  }

  function visiblePart({ left, right, top, bottom }, element) {
    let part = { left, right, top, bottom };
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflow, display } = getComputedStyle(at);
      if (overflow === 'visible' || display === 'inline') continue;
      const box = at.getBoundingClientRect();
      part = {
        left: Math.max(part.left, box.left),
        right: Math.min(part.right, box.right),
        top: Math.max(part.top, box.top),
        bottom: Math.min(part.bottom, box.bottom),
      };
    }
    return part;
  }

  function overlaps(a, b) {
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return x > 4 && y > Math.min(a.bottom - a.top, b.bottom - b.top) / 2;
  }

  function nameOf(element) {
    return `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
  }

  function short(text) {
    return text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
  }
}
