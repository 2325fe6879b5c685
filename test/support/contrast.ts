import type { Page } from 'playwright-core';

/** The contrast of something with its background, as WCAG 2 defines it: from 1 to 21. */
export interface Contrast {
  readonly what: string;
  readonly ratio: number;
}

/** The contrast of all texts and bars that are shown, from their computed styles, and the luminance of the page's background. */
export async function measureContrast(
  page: Page,
): Promise<{ texts: readonly Contrast[]; shapes: readonly Contrast[]; ground: number }> {
  return page.evaluate(inPage);
}

/** A string, since it runs in the page, which has other types. */
const inPage = `(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([red, green, blue]) => [red, green, blue]
    .map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const ratio = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
    return (light + 0.05) / (dark + 0.05);
  };
  const groundOf = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const color = parse(getComputedStyle(one).backgroundColor);
      if (color[3] !== 0) return color;
    }
    throw new Error('no background');
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const describe = (element) => element.tagName + '.' + (element.getAttribute('class') ?? '') + ' ' + element.textContent.slice(0, 30);
  const texts = [...document.body.querySelectorAll('*:not(script, title)')]
    .filter((element) => hasText(element) && isShown(element))
    .map((element) => ({ what: describe(element), ratio: ratio(parse(getComputedStyle(element).color), groundOf(element)) }));
  const isPainted = ({ fill, stroke }) => fill !== 'none' || stroke !== 'none';
  const shapes = [...document.querySelectorAll('rect, path')]
    .filter((element) => isPainted(getComputedStyle(element)))
    .map((element) => {
      const { fill, stroke } = getComputedStyle(element);
      return { what: describe(element), ratio: ratio(parse(fill === 'none' ? stroke : fill), groundOf(element.closest('table, body'))) };
    });
  return { texts, shapes, ground: luminance(groundOf(document.body)) };
})()`;
