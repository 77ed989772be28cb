const PAGE = ["text/html", "application/xhtml+xml", "text/*"];
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/**
 * Whether whoever sent this Accept header reads a page, rather than JSON. Who names neither, as `curl` does, or sends no such header, gets the
 * page: JSON is for those who ask for it by name.
 */
export function wantsPage(accept: string | undefined): boolean {
  const ranges = (accept ?? "").split(",").flatMap(rangeOf);
  if (ranges.length === 0) return true;
  const qualityOf = (is: (type: string) => boolean) =>
    Math.max(0, ...ranges.filter(({ type }) => is(type)).map(({ quality }) => quality));
  const page = qualityOf((type) => PAGE.includes(type));
  const json = qualityOf((type) => JSON_TYPE.test(type));
  if (ranges.some(({ type }) => PAGE.includes(type))) return page > 0 && page >= json;
  return qualityOf((type) => type === "*/*") > json;
}

function rangeOf(text: string): { readonly type: string; readonly quality: number }[] {
  const [type = "", ...parameters] = text.toLowerCase().split(";");
  const named = type.trim();
  if (named === "") return [];
  const weight = parameters
    .map((each) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(each)?.[1])
    .find((each) => each !== undefined);
  const quality = Number(weight ?? 1);
  return [{ type: named, quality: Number.isFinite(quality) ? quality : 1 }];
}
