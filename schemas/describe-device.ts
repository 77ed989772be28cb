/** What a user agent string betrays, the more telling first: many pretend to be others. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Macintosh", "Mac"],
  ["Linux", "Linux"],
] as const;

/** Browser and system, each by its own name; null where nothing says it. Versions are left out. */
export function deviceOf(userAgent: string): { readonly browser: string | null; readonly system: string | null } {
  return { browser: wordOf(BROWSERS, userAgent), system: wordOf(SYSTEMS, userAgent) };
}

export const UNKNOWN_DEVICE = "Unknown device";

/** The device in a person's words: `Firefox on Windows`, or `Unknown device`. Versions are left out. The app words it anew (`deviceWords`). */
export function describeDevice(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN_DEVICE;
}

function wordOf(marks: readonly (readonly [mark: string, word: string])[], userAgent: string): string | null {
  return marks.find(([mark]) => userAgent.includes(mark))?.[1] ?? null;
}
