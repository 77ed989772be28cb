/** The domain under which our users are found: the one that our stellar.toml is served on. */
export function ownDomain(publicUrl: string): string {
  return new URL(publicUrl).host;
}

/** The username in `name*our.domain`; null for everything else. */
export function ownNameIn(text: string, publicUrl: string): string | null {
  if (!text.includes("*")) return null;
  const suffix = `*${ownDomain(publicUrl)}`;
  const name = text.slice(0, -suffix.length);
  return text.toLowerCase().endsWith(suffix) && name !== "" && !name.includes("*") ? name : null;
}
