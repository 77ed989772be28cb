import { directionOf } from "#schemas/values/languages.ts";
import { escaped } from "./escaped.ts";
import type { Drawn, Place } from "./load-renderer.ts";
import { headOf, saidOf, scriptData } from "./page-head.ts";

/** A whole page: the build's frame with what is said of it, what was drawn, and what it was drawn from, which the app reads first. */
export function pageHtml(frame: string, place: Place, drawn: Drawn, origin: string): string {
  const { language, path, site, page } = place;
  const { description } = saidOf(place, drawn);
  const manifest = language === "en" ? "manifest.webmanifest" : `manifest.${language}.webmanifest`;
  const data = `<script type="application/json" id="content-data">${scriptData({ path, site, page })}</script>`;
  const parts: readonly (readonly [RegExp, string])[] = [
    [/<html lang="en" dir="ltr"/, `<html lang="${language}" dir="${directionOf(language)}"`],
    [/<meta\s+name="description"\s+content="[^"]*"/, `<meta name="description" content="${escaped(description)}"`],
    [/<title>.*?<\/title>/, headOf(place, drawn, origin)],
    [/"\/manifest\.webmanifest"/, `"/${manifest}"`],
    [/<div id="root"><\/div>/, `<div id="root" data-prerendered="${language}">${drawn.markup}</div>\n    ${data}`],
  ];
  // As a function: what was written may hold what a replacement would take for its own.
  return parts.reduce((html, [pattern, part]) => html.replace(pattern, () => part), frame);
}
