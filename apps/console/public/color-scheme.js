// Runs before the first paint, so that a dark page never flashes white. A file of its own, because the
// Content-Security-Policy admits no inline script. The key is the one in src/ui/theme/color-scheme.ts.
(() => {
  let choice = 'auto';
  try {
    choice = localStorage.getItem('gatewarden.color-scheme') ?? 'auto';
  } catch {
    // storage is blocked: the system decides
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
