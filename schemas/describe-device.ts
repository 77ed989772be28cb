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

/** The device in a person's words: `Firefox on Windows`, or `Unknown device`. Versions are left out. */
export function describeDevice(userAgent: string): string {
  const browser = wordOf(BROWSERS, userAgent);
  const system = wordOf(SYSTEMS, userAgent);
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

function wordOf(marks: readonly (readonly [mark: string, word: string])[], userAgent: string): string | null {
  return marks.find(([mark]) => userAgent.includes(mark))?.[1] ?? null;
}
