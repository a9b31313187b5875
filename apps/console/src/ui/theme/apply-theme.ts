import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { cssVariablesResolver, theme } from './theme.ts';

/**
 * Adds the variables of the theme to the page, once. A constructed style sheet needs no `unsafe-inline` in the
 * Content-Security-Policy, which a `<style>` element would.
 */
export function applyTheme(page: Document): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themeVariables());
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
}

function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const base = defaultCssVariablesResolver(merged);
  const own = cssVariablesResolver(merged);
  return convertCssVariables({
    variables: { ...base.variables, ...own.variables },
    light: { ...base.light, ...own.light },
    dark: { ...base.dark, ...own.dark },
  });
}
