/** The rules for passwords by key, so that a form can show each of them. */
export const passwordRules = {
  length: (text: string) => {
    const bytes = new TextEncoder().encode(text).length;
    return bytes >= 8 && bytes <= 128;
  },
  lower: (text: string) => /[a-z]/.test(text),
  upper: (text: string) => /[A-Z]/.test(text),
  digit: (text: string) => /\d/.test(text),
  special: (text: string) => /[!-/:-@[-`{-~]/.test(text),
} as const;
